package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

// anonymousAccess lets a host without credentials fetch the CA and nothing
// else: every other anonymous request is answered 401, as by K3s.
const anonymousAccess = `apiVersion: apiserver.config.k8s.io/v1
kind: AuthenticationConfiguration
anonymous:
  enabled: true
  conditions:
  - path: /cacerts
  - path: /ping
`

func newAPIServer(c *serverConfig, p *pki) (*child, error) {
	authentication := filepath.Join(c.serverDir(), "authentication.yaml")
	if err := os.WriteFile(authentication, []byte(anonymousAccess), 0o600); err != nil {
		return nil, err
	}
	args := []string{
		"--bind-address=" + c.bindAddress,
		"--advertise-address=" + c.advertiseAddress,
		fmt.Sprintf("--secure-port=%d", c.port),
		fmt.Sprintf("--etcd-servers=http://127.0.0.1:%d", c.etcdPort),

		"--tls-cert-file=" + p.file("serving-kube-apiserver.crt"),
		"--tls-private-key-file=" + p.file("serving-kube-apiserver.key"),
		"--client-ca-file=" + p.file("client-ca.crt"),
		"--k3s-ca-file=" + p.file("server-ca.crt"),
		"--kubelet-client-certificate=" + p.file("client-kube-apiserver.crt"),
		"--kubelet-client-key=" + p.file("client-kube-apiserver.key"),
		"--kubelet-preferred-address-types=InternalIP,ExternalIP,Hostname",

		"--service-account-key-file=" + p.file("service.key"),
		"--service-account-signing-key-file=" + p.file("service.key"),
		"--service-account-issuer=https://kubernetes.default.svc.cluster.local",
		"--api-audiences=https://kubernetes.default.svc.cluster.local,k3s",

		"--requestheader-client-ca-file=" + p.file("request-header-ca.crt"),
		"--requestheader-allowed-names=system:auth-proxy",
		"--requestheader-extra-headers-prefix=X-Remote-Extra-",
		"--requestheader-group-headers=X-Remote-Group",
		"--requestheader-username-headers=X-Remote-User",
		"--proxy-client-cert-file=" + p.file("client-auth-proxy.crt"),
		"--proxy-client-key-file=" + p.file("client-auth-proxy.key"),

		"--authorization-mode=Node,RBAC",
		"--authentication-config=" + authentication,
		"--enable-bootstrap-token-auth=true",
		"--enable-admission-plugins=NodeRestriction,PodSecurity",
		"--service-cluster-ip-range=" + c.serviceCIDR,
		"--allow-privileged=true",
		"--profiling=false",
		"--v=1",
	}
	if ip := net.ParseIP(c.advertiseAddress); ip != nil && ip.IsLoopback() {
		// A loopback address is refused in the endpoints of the kubernetes Service: leave them empty.
		args = append(args, "--endpoint-reconciler-type=none")
	}
	return newChild(apiServer, c.logDir(), withExtra(args, c.apiServerArgs)), nil
}

func newControllerManager(c *serverConfig, p *pki) *child {
	args := []string{
		"--kubeconfig=" + p.credential("controller"),
		"--authentication-kubeconfig=" + p.credential("controller"),
		"--authorization-kubeconfig=" + p.credential("controller"),
		"--bind-address=127.0.0.1",
		"--secure-port=0", // no listener: several servers run side by side, and nothing here asks for its metrics
		"--leader-elect=false",
		// With the default of 20 requests a second its controllers take 6 s to start one after the
		// other, and until then no namespace has the ServiceAccount that its Pods need.
		"--kube-api-qps=100",
		"--kube-api-burst=200",

		"--use-service-account-credentials=true",
		"--service-account-private-key-file=" + p.file("service.key"),
		"--root-ca-file=" + p.file("server-ca.crt"),
		"--controllers=*,tokencleaner",

		"--cluster-signing-kube-apiserver-client-cert-file=" + p.file("client-ca.crt"),
		"--cluster-signing-kube-apiserver-client-key-file=" + p.file("client-ca.key"),
		"--cluster-signing-kubelet-client-cert-file=" + p.file("client-ca.crt"),
		"--cluster-signing-kubelet-client-key-file=" + p.file("client-ca.key"),
		"--cluster-signing-kubelet-serving-cert-file=" + p.file("server-ca.crt"),
		"--cluster-signing-kubelet-serving-key-file=" + p.file("server-ca.key"),
		"--cluster-signing-legacy-unknown-cert-file=" + p.file("server-ca.crt"),
		"--cluster-signing-legacy-unknown-key-file=" + p.file("server-ca.key"),

		"--allocate-node-cidrs=true",
		"--cluster-cidr=" + c.clusterCIDR,
		"--service-cluster-ip-range=" + c.serviceCIDR,
		"--profiling=false",
	}
	return newChild(controllerManager, c.logDir(), withExtra(args, c.controllerManagerArgs))
}

func newScheduler(c *serverConfig, p *pki) *child {
	args := []string{
		"--kubeconfig=" + p.credential("scheduler"),
		"--authentication-kubeconfig=" + p.credential("scheduler"),
		"--authorization-kubeconfig=" + p.credential("scheduler"),
		"--bind-address=127.0.0.1",
		"--secure-port=0",
		"--leader-elect=false",
		"--profiling=false",
	}
	return newChild(scheduler, c.logDir(), withExtra(args, c.schedulerArgs))
}

// withExtra appends NAME=VALUE arguments: where a flag holds one value, the last one wins.
func withExtra(args, extra []string) []string {
	for _, e := range extra {
		args = append(args, "--"+strings.TrimLeft(e, "-"))
	}
	return args
}
