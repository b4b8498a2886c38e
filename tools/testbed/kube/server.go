package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

type serverConfig struct {
	dataDir, token                                      string
	bindAddress, advertiseAddress                       string
	port, etcdPort, etcdPeerPort                        int
	tlsSANs                                             []string
	kubeconfigPath, kubeconfigMode                      string
	clusterCIDR, serviceCIDR                            string
	apiServerArgs, controllerManagerArgs, schedulerArgs []string
	fsync, controlStdin                                 bool
}

func (c *serverConfig) serverDir() string { return filepath.Join(c.dataDir, "server") }
func (c *serverConfig) logDir() string    { return filepath.Join(c.serverDir(), "logs") }
func (c *serverConfig) localURL() string  { return fmt.Sprintf("https://127.0.0.1:%d", c.port) }

func parseServerConfig(args []string) (*serverConfig, error) {
	c := &serverConfig{}
	flags := newFlags("server")
	flags.StringP("config", "c", defaultConfigFile, "file of flags, as YAML")
	flags.StringVarP(&c.dataDir, "data-dir", "d", defaultDataDir, "data folder")
	flags.StringVarP(&c.token, "token", "t", "", "join token (default: a random one, kept)")
	flags.StringVar(&c.bindAddress, "bind-address", "127.0.0.1", "API server bind address (K3s: 0.0.0.0)")
	flags.StringVar(&c.advertiseAddress, "advertise-address", "", "address that nodes use (default: the bind address)")
	flags.IntVar(&c.port, "https-listen-port", 6443, "API server port, 0 for a free one")
	flags.IntVar(&c.etcdPort, "etcd-port", 2379, "etcd's loopback client port, 0 for a free one")
	flags.IntVar(&c.etcdPeerPort, "etcd-peer-port", 2380, "etcd's loopback peer port, 0 for a free one")
	flags.StringArrayVar(&c.tlsSANs, "tls-san", nil, "more names in the serving certificate")
	flags.StringVarP(&c.kubeconfigPath, "write-kubeconfig", "o", defaultKubeconfig, "admin kubeconfig")
	flags.StringVar(&c.kubeconfigMode, "write-kubeconfig-mode", "600", "its mode")
	flags.StringVar(&c.clusterCIDR, "cluster-cidr", "10.42.0.0/16", "Pod network")
	flags.StringVar(&c.serviceCIDR, "service-cidr", "10.43.0.0/16", "Service network")
	flags.StringArrayVar(&c.apiServerArgs, "kube-apiserver-arg", nil, "NAME=VALUE")
	flags.StringArrayVar(&c.controllerManagerArgs, "kube-controller-manager-arg", nil, "NAME=VALUE")
	flags.StringArrayVar(&c.schedulerArgs, "kube-scheduler-arg", nil, "NAME=VALUE")
	flags.BoolVar(&c.fsync, "etcd-fsync", false, "sync etcd's writes to disk (slower; without, a power failure may lose them)")
	flags.BoolVar(&c.controlStdin, "control-stdin", false, "obey commands on standard input, end with it")
	err := parseFlags(flags, args, map[string]string{
		"config":                "K3S_CONFIG_FILE",
		"data-dir":              "K3S_DATA_DIR",
		"token":                 "K3S_TOKEN",
		"write-kubeconfig":      "K3S_KUBECONFIG_OUTPUT",
		"write-kubeconfig-mode": "K3S_KUBECONFIG_MODE",
	})
	if err != nil {
		return nil, err
	}
	if c.advertiseAddress == "" {
		c.advertiseAddress = c.bindAddress
	}
	if ip := net.ParseIP(c.advertiseAddress); ip == nil || ip.IsUnspecified() {
		return nil, fmt.Errorf("--advertise-address: %q is no address that a node can use", c.advertiseAddress)
	}
	if c.port, err = reservePort(c.bindAddress, c.port); err != nil {
		return nil, fmt.Errorf("--https-listen-port: %w", err)
	}
	if c.etcdPort, err = reservePort("127.0.0.1", c.etcdPort); err != nil {
		return nil, fmt.Errorf("--etcd-port: %w", err)
	}
	if c.etcdPeerPort, err = reservePort("127.0.0.1", c.etcdPeerPort); err != nil {
		return nil, fmt.Errorf("--etcd-peer-port: %w", err)
	}
	return c, nil
}

// runServer is "k3s server": it returns when a signal or its owner ends it, and
// every process that it started has ended by then.
func runServer(args []string) error {
	started := time.Now()
	c, err := parseServerConfig(args)
	if err != nil {
		return err
	}
	signalled, stopSignals := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stopSignals()
	ctx, end := context.WithCancelCause(signalled)
	defer end(nil)
	var owner *control
	if c.controlStdin {
		owner = readControl(ctx, os.Stdin, os.Stdout, func() { end(errOwnerGone) })
	}

	if err := os.MkdirAll(c.logDir(), 0o700); err != nil {
		return err
	}
	p, err := ensurePKI(c)
	if err != nil {
		return fmt.Errorf("certificates: %w", err)
	}
	password, err := ensureToken(c.serverDir(), c.token, p.serverCA.certPEM)
	if err != nil {
		return fmt.Errorf("token: %w", err)
	}
	mode, err := strconv.ParseUint(c.kubeconfigMode, 8, 32)
	if err != nil {
		return fmt.Errorf("--write-kubeconfig-mode: %w", err)
	}
	if err := writeKubeconfig(c.kubeconfigPath, kubeconfig(c.localURL(), p.serverCA.certPEM, p.admin), os.FileMode(mode)); err != nil {
		return err
	}

	etcd, err := startEtcd(c)
	if err != nil {
		return fmt.Errorf("etcd: %w", err)
	}
	defer etcd.Close()
	logf("info", "etcd is ready after %s", time.Since(started).Round(time.Millisecond))

	var children []*child
	run := func(child *child) {
		children = append(children, child)
		go child.supervise(ctx)
	}
	defer func() {
		end(nil) // an error below ends the children too
		for _, child := range children {
			<-child.done
		}
	}()
	api, err := newAPIServer(c, p)
	if err != nil {
		return err
	}
	run(api)
	ready, err := apiReadiness(p.credential("admin"))
	if err != nil {
		return err
	}
	if err := unlessCrashed(ctx, api, ready); err != nil {
		return unlessEnded(ctx, err)
	}
	logf("info", "kube-apiserver is ready after %s", time.Since(started).Round(time.Millisecond))
	run(newControllerManager(c, p))
	run(newScheduler(c, p))
	if err := applyBootstrap(ctx, c, p, password); err != nil {
		return unlessEnded(ctx, err)
	}
	logf("info", "k3s is up and running after %s", time.Since(started).Round(time.Millisecond))
	if owner != nil {
		owner.say("ready %s", c.localURL())
		go owner.obey(ctx, children, ready)
	}

	select {
	case <-ctx.Done():
		logf("info", "stopping: %v", context.Cause(ctx))
		return nil
	case err := <-etcd.Err():
		return fmt.Errorf("etcd: %w", err)
	}
}

// unlessCrashed waits for ready, or for the child to end: at its first start
// that means a wrong flag or a wrong file, and no restart mends it.
func unlessCrashed(ctx context.Context, c *child, ready func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	outcome := make(chan error, 1)
	go func() { outcome <- ready(ctx) }()
	select {
	case err := <-outcome:
		return err
	case err := <-c.crashed:
		return err
	}
}

// unlessEnded drops the error that a stop in the middle of start-up causes.
func unlessEnded(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}
