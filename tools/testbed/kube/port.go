package main

import (
	"fmt"
	"net"
	"syscall"
)

// reservePort returns port, or for 0 a free port on address that stays this
// process's own until it ends.
//
// The socket is bound but never listens. So the kernel gives the port to nobody
// who asks for a free one, nor to an outgoing connection, while a child that
// names it can still listen on it (both sides set SO_REUSEADDR, as Go does).
// And while that child is down, a client is refused at once, as by any host
// with a dead API server.
func reservePort(address string, port int) (int, error) {
	if port != 0 {
		return port, nil
	}
	ip := net.ParseIP(address).To4()
	if ip == nil {
		return 0, fmt.Errorf("port 0 needs an IPv4 address to bind, not %q", address)
	}
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, fmt.Errorf("socket: %w", err)
	}
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return 0, fmt.Errorf("setsockopt: %w", err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte(ip)}); err != nil {
		return 0, fmt.Errorf("bind: %w", err)
	}
	bound, err := syscall.Getsockname(fd)
	if err != nil {
		return 0, fmt.Errorf("getsockname: %w", err)
	}
	return bound.(*syscall.SockaddrInet4).Port, nil
}
