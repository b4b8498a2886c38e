package main

import (
	"net/http"
	"os"
	_ "time/tzdata" // CronJobs with a time zone, on hosts without zone files

	"github.com/spf13/pflag"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	genericapiserver "k8s.io/apiserver/pkg/server"
	"k8s.io/client-go/rest"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/version/verflag"
	apiserverapp "k8s.io/kubernetes/cmd/kube-apiserver/app"
	"k8s.io/kubernetes/cmd/kube-apiserver/app/options"
)

// runAPIServer does what cmd/kube-apiserver/app's command does, step by step,
// with one difference: it also serves what K3s serves on this port to hosts
// that know nothing yet, /cacerts and /ping. Upstream has no hook for that, so
// the server chain is built here, where its mux can be reached.
func runAPIServer(args []string) error {
	ctx := genericapiserver.SetupSignalContext()
	o, caFile, err := parseAPIServerFlags(args)
	if err != nil {
		return err
	}
	rest.SetDefaultWarningHandler(rest.NoWarnings{})
	gates := o.GenericServerRunOptions.ComponentGlobalsRegistry
	if err := logsapi.ValidateAndApply(o.Logs, gates.FeatureGateFor(basecompatibility.DefaultKubeComponent)); err != nil {
		return err
	}
	completedOptions, err := o.Complete(ctx)
	if err != nil {
		return err
	}
	if errs := completedOptions.Validate(); len(errs) != 0 {
		return utilerrors.NewAggregate(errs)
	}
	config, err := apiserverapp.NewConfig(completedOptions)
	if err != nil {
		return err
	}
	completedConfig, err := config.Complete()
	if err != nil {
		return err
	}
	server, err := apiserverapp.CreateServerChain(completedConfig)
	if err != nil {
		return err
	}
	if err := serveJoiningHosts(server.GenericAPIServer.Handler.NonGoRestfulMux.HandleFunc, caFile); err != nil {
		return err
	}
	prepared, err := server.PrepareRun()
	if err != nil {
		return err
	}
	return prepared.Run(ctx)
}

func parseAPIServerFlags(args []string) (o *options.ServerRunOptions, caFile string, err error) {
	o = options.NewServerRunOptions()
	flags := pflag.NewFlagSet(apiServer, pflag.ContinueOnError)
	flags.SetNormalizeFunc(cliflag.WordSepNormalizeFunc)
	flags.StringVar(&caFile, "k3s-ca-file", "", "certificate to serve at /cacerts")
	named := o.Flags()
	verflag.AddFlags(named.FlagSet("global"))
	globalflag.AddGlobalFlags(named.FlagSet("global"), apiServer, logs.SkipLoggingConfigurationFlags())
	for _, set := range named.FlagSets {
		flags.AddFlagSet(set)
	}
	if err := flags.Parse(args); err != nil {
		return nil, "", err
	}
	return o, caFile, o.GenericServerRunOptions.ComponentGlobalsRegistry.Set()
}

func serveJoiningHosts(handle func(path string, handler func(http.ResponseWriter, *http.Request)), caFile string) error {
	ca, err := os.ReadFile(caFile)
	if err != nil {
		return err
	}
	answer := func(body []byte) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write(body) // fails only when the client is gone
		}
	}
	handle("/cacerts", answer(ca))
	handle("/ping", answer([]byte("pong")))
	return nil
}
