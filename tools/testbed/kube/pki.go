package main

import (
	"crypto/x509"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// pki is what the control plane proves itself with. Its files lie under K3s's
// names in DATA/server/tls and DATA/server/cred.
type pki struct {
	tlsDir, credDir string
	serverCA, admin *keyPair
}

// ensurePKI makes what is missing: on a data folder that was used before, all
// certificates and keys stay.
func ensurePKI(c *serverConfig) (*pki, error) {
	p := &pki{tlsDir: filepath.Join(c.serverDir(), "tls"), credDir: filepath.Join(c.serverDir(), "cred")}
	for _, dir := range []string{p.tlsDir, p.credDir} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	var err error
	if p.serverCA, err = ensurePair(p.tlsDir, "server-ca", caTemplate("k3s-server-ca"), nil); err != nil {
		return nil, err
	}
	clientCA, err := ensurePair(p.tlsDir, "client-ca", caTemplate("k3s-client-ca"), nil)
	if err != nil {
		return nil, err
	}
	headerCA, err := ensurePair(p.tlsDir, "request-header-ca", caTemplate("k3s-request-header-ca"), nil)
	if err != nil {
		return nil, err
	}
	names, err := servingNames(c)
	if err != nil {
		return nil, err
	}
	for _, leaf := range []struct {
		name     string
		template *x509.Certificate
		ca       *keyPair
	}{
		{"serving-kube-apiserver", serverTemplate("kube-apiserver", names), p.serverCA},
		{"client-kube-apiserver", clientTemplate("system:apiserver", "system:masters"), clientCA},
		{"client-auth-proxy", clientTemplate("system:auth-proxy"), headerCA},
		{"service", caTemplate("service-account"), nil}, // only its key is used: it signs ServiceAccount tokens
	} {
		if _, err := ensurePair(p.tlsDir, leaf.name, leaf.template, leaf.ca); err != nil {
			return nil, err
		}
	}
	for name, template := range map[string]*x509.Certificate{
		"admin":      clientTemplate("system:admin", "system:masters"),
		"controller": clientTemplate("system:kube-controller-manager"),
		"scheduler":  clientTemplate("system:kube-scheduler"),
	} {
		pair, err := ensurePair(p.tlsDir, "client-"+name, template, clientCA)
		if err != nil {
			return nil, err
		}
		if name == "admin" {
			p.admin = pair
		}
		if err := os.WriteFile(p.credential(name), kubeconfig(c.localURL(), p.serverCA.certPEM, pair), 0o600); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// servingNames lists what the API server's certificate is valid for.
func servingNames(c *serverConfig) ([]string, error) {
	_, services, err := net.ParseCIDR(c.serviceCIDR)
	if err != nil {
		return nil, fmt.Errorf("--service-cidr: %w", err)
	}
	apiService := append(net.IP{}, services.IP...) // the first address of the network
	apiService[len(apiService)-1]++
	hostname, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	names := []string{"kubernetes", "kubernetes.default", "kubernetes.default.svc", "kubernetes.default.svc.cluster.local",
		"localhost", strings.ToLower(hostname), "127.0.0.1", "::1", apiService.String(), c.advertiseAddress}
	if ip := net.ParseIP(c.bindAddress); ip != nil && !ip.IsUnspecified() {
		names = append(names, c.bindAddress)
	}
	return append(names, c.tlsSANs...), nil
}

func (p *pki) file(name string) string { return filepath.Join(p.tlsDir, name) }

// credential is the kubeconfig of one component.
func (p *pki) credential(name string) string { return filepath.Join(p.credDir, name+".kubeconfig") }
