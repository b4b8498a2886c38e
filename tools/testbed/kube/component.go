package main

import (
	"fmt"
	"os"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kcmapp "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	schedulerapp "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

const (
	apiServer         = "kube-apiserver"
	controllerManager = "kube-controller-manager"
	scheduler         = "kube-scheduler"
)

// runComponent turns this process into one upstream component. Each is a
// process of its own: several call SetupSignalContext, which panics at its
// second call in a process, and they share global feature gates and metrics
// registries. It also lets a test kill or freeze one of them alone.
func runComponent(name string, args []string) {
	os.Args = append([]string{name}, args...)
	switch name {
	case apiServer:
		if err := runAPIServer(args); err != nil {
			fmt.Fprintln(os.Stderr, "kube-apiserver:", err)
			os.Exit(1)
		}
	case controllerManager:
		os.Exit(cli.Run(kcmapp.NewControllerManagerCommand()))
	case scheduler:
		os.Exit(cli.Run(schedulerapp.NewSchedulerCommand()))
	}
}
