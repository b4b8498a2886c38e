package main

import (
	"context"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"text/template"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

const readyTimeout = 60 * time.Second

//go:embed bootstrap.yaml
var bootstrapManifests string

// applyBootstrap makes the objects with which a node can join by password.
func applyBootstrap(ctx context.Context, c *serverConfig, p *pki, password string) error {
	manifests, err := template.New("bootstrap.yaml").Parse(bootstrapManifests)
	if err != nil {
		return err
	}
	id, secret := bootstrapTokenFor(password)
	var text strings.Builder
	if err := manifests.Execute(&text, map[string]string{"ID": id, "Secret": secret}); err != nil {
		return err
	}
	return kubectlApply(ctx, p.credential("admin"), filepath.Join(c.serverDir(), "kubectl-cache"), text.String())
}

// apiReadiness returns a probe that waits until the API server is ready and the
// system namespaces exist, which it makes a moment after it says so.
func apiReadiness(kubeconfig string) (func(context.Context) error, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	config.Timeout = 2 * time.Second
	config.QPS = -1 // the probe has its own pace
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		var last error
		probe := func(ctx context.Context) (bool, error) {
			if _, last = client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx); last != nil {
				return false, nil
			}
			for _, namespace := range []string{"default", "kube-system", "kube-node-lease"} {
				if _, last = client.CoreV1().Namespaces().Get(ctx, namespace, metav1.GetOptions{}); last != nil {
					return false, nil
				}
			}
			return true, nil
		}
		if err := wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, readyTimeout, true, probe); err != nil {
			return fmt.Errorf("kube-apiserver is not ready: %w (last answer: %v)", err, last)
		}
		return nil
	}, nil
}
