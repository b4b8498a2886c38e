// Command k3s is upstream Kubernetes behind K3s's command line, for tests only.
//
// It is one static multi-call binary: "k3s server" is a control plane, "k3s
// kubectl" is kubectl, and the hidden names of the upstream components are how
// the server runs its own children. Nothing of it comes from K3s: the names,
// flags, files and token formats follow K3s's documentation, the rest is
// k8s.io/kubernetes and etcd as released.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	utilversion "k8s.io/component-base/version"
)

const usage = `k3s - upstream Kubernetes in K3s's command contract, for tests only

  k3s server   [flags]   control plane: etcd, kube-apiserver, kube-controller-manager, kube-scheduler
  k3s kubectl  ...       kubectl
  k3s token    [flags]   print the token with which a node joins
  k3s --version
`

func main() {
	if filepath.Base(os.Args[0]) == "kubectl" { // a link named kubectl, as K3s installs one
		os.Args = append([]string{os.Args[0], "kubectl"}, os.Args[1:]...)
	}
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(1)
	}
	command, args := os.Args[1], os.Args[2:]
	switch command {
	case "server":
		exitOn(runServer(args))
	case "kubectl":
		runKubectl(args)
	case "token":
		exitOn(printToken(args))
	case apiServer, controllerManager, scheduler:
		runComponent(command, args)
	case "--version", "-v", "version":
		v := utilversion.Get()
		fmt.Printf("k3s version %s (%s)\ngo version %s\n", v.GitVersion, v.GitCommit, v.GoVersion)
		fmt.Println("upstream Kubernetes in K3s's command contract, for tests only")
	case "--help", "-h", "help":
		fmt.Print(usage)
	default:
		fmt.Fprintf(os.Stderr, "No help topic for '%s'\n", command)
		os.Exit(3)
	}
}

func exitOn(err error) {
	if err != nil {
		logf("fatal", "%v", err)
		os.Exit(1)
	}
}
