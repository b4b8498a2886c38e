package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	"k8s.io/kubectl/pkg/cmd"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
)

// runKubectl is kubectl, with the server's admin kubeconfig as the default one, as in K3s.
func runKubectl(args []string) {
	if os.Getenv("KUBECONFIG") == "" && !namesKubeconfig(args) {
		if _, err := os.Stat(defaultKubeconfig); err == nil {
			os.Setenv("KUBECONFIG", defaultKubeconfig)
		}
	}
	os.Args = append([]string{"kubectl"}, args...)
	_, _ = logs.GlogSetter(cmd.GetLogVerbosity(os.Args)) // as kubectl's own main does
	if err := cli.RunNoErrOutput(cmd.NewDefaultKubectlCommand()); err != nil {
		cmdutil.CheckErr(err)
	}
}

func namesKubeconfig(args []string) bool {
	for _, arg := range args {
		if strings.HasPrefix(arg, "--kubeconfig") {
			return true
		}
	}
	return false
}

// kubectlApply runs this binary's kubectl on manifests. Discovery is cached in
// cacheDir: kubectl's own default is the home folder.
func kubectlApply(ctx context.Context, kubeconfig, cacheDir, manifests string) error {
	apply := exec.CommandContext(ctx, "/proc/self/exe", "kubectl", "--kubeconfig", kubeconfig, "--cache-dir", cacheDir,
		"apply", "--server-side", "--force-conflicts", "--field-manager=k3s", "-f", "-")
	apply.Args[0] = "k3s"
	apply.Stdin = strings.NewReader(manifests)
	if output, err := apply.CombinedOutput(); err != nil {
		return fmt.Errorf("kubectl apply: %w: %s", err, strings.TrimSpace(string(output)))
	}
	return nil
}
