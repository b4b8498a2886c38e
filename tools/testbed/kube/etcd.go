package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/etcd/server/v3/embed"
)

const etcdStartTimeout = 60 * time.Second

// startEtcd runs a cluster of one in this process and returns when it answers.
func startEtcd(c *serverConfig) (*embed.Etcd, error) {
	config := embed.NewConfig()
	config.Dir = filepath.Join(c.serverDir(), "db", "etcd")
	config.Name = "default"
	config.LogLevel = "warn"
	config.LogOutputs = []string{filepath.Join(c.logDir(), "etcd.log")}
	config.UnsafeNoFsync = !c.fsync
	config.WarningUnaryRequestDuration = 500 * time.Millisecond // left at zero it logs every request
	config.AutoCompactionMode, config.AutoCompactionRetention = "periodic", "1h"
	config.ListenClientUrls = []url.URL{loopback(c.etcdPort)}
	config.AdvertiseClientUrls = config.ListenClientUrls
	config.ListenPeerUrls = []url.URL{loopback(c.etcdPeerPort)}
	config.AdvertisePeerUrls = config.ListenPeerUrls
	config.InitialCluster = config.InitialClusterFromName(config.Name)
	if err := os.MkdirAll(config.Dir, 0o700); err != nil {
		return nil, err
	}
	etcd, err := embed.StartEtcd(config)
	if err != nil {
		return nil, err
	}
	select {
	case <-etcd.Server.ReadyNotify():
		return etcd, nil
	case err := <-etcd.Err():
		return nil, err
	case <-time.After(etcdStartTimeout):
		return nil, fmt.Errorf("not ready after %s", etcdStartTimeout)
	}
}

func loopback(port int) url.URL {
	return url.URL{Scheme: "http", Host: fmt.Sprintf("127.0.0.1:%d", port)}
}
