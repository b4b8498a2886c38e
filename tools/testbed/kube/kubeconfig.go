package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
)

// kubeconfig renders a kubeconfig in the order and with the names of K3s's own.
func kubeconfig(server string, caPEM []byte, client *keyPair) []byte {
	var b bytes.Buffer
	encode := base64.StdEncoding.EncodeToString
	fmt.Fprintf(&b, `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: %s
    server: %s
  name: default
contexts:
- context:
    cluster: default
    user: default
  name: default
current-context: default
kind: Config
preferences: {}
users:
- name: default
  user:
    client-certificate-data: %s
    client-key-data: %s
`, encode(caPEM), server, encode(client.certPEM), encode(client.keyPEM))
	return b.Bytes()
}

// writeKubeconfig also sets the mode of a file that was there before.
func writeKubeconfig(file string, text []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(file, text, mode); err != nil {
		return err
	}
	return os.Chmod(file, mode)
}
