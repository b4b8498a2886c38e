package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

const (
	restartDelay = 2 * time.Second
	stopGrace    = 3 * time.Second // more would only let the API server wait for its watches
)

// errOwnerGone as the cause of a cancelled context means that nobody is left to
// use the data: children are killed without a chance to finish.
var errOwnerGone = errors.New("standard input was closed: the owner is gone")

// child is a supervised process of this same binary. It is started again when
// it ends, unless it was killed on request, and the kernel kills it when this
// process ends in whatever way.
type child struct {
	name, logDir string
	args         []string
	requests     chan request
	crashed      chan error    // holds the first end that nobody asked for
	done         chan struct{} // closed when the child is gone for good
}

type request struct {
	act   func(*supervision) error
	reply chan error
}

func newChild(name, logDir string, args []string) *child {
	return &child{name: name, logDir: logDir, args: args,
		requests: make(chan request), crashed: make(chan error, 1), done: make(chan struct{})}
}

// kill ends the process with SIGKILL and keeps it down until start.
func (c *child) kill() error { return c.ask((*supervision).kill) }

// start runs the process again after kill.
func (c *child) start() error { return c.ask((*supervision).start) }

// freeze stops the process with SIGSTOP: its connections stay open and silent.
func (c *child) freeze() error { return c.ask((*supervision).freeze) }

// thaw continues a frozen process.
func (c *child) thaw() error { return c.ask((*supervision).thaw) }

func (c *child) ask(act func(*supervision) error) error {
	r := request{act: act, reply: make(chan error, 1)}
	select {
	case c.requests <- r:
		return <-r.reply
	case <-c.done:
		return fmt.Errorf("%s is stopped for good", c.name)
	}
}

// supervise runs the child until ctx ends, in a goroutine of its own.
func (c *child) supervise(ctx context.Context) {
	defer close(c.done)
	runtime.LockOSThread() // Pdeathsig is bound to the thread that forked
	s := &supervision{child: c}
	s.run()
	for {
		select {
		case err := <-s.ended:
			err = fmt.Errorf("%s ended: %w", c.name, err)
			logf("error", "%v", err)
			select {
			case c.crashed <- err:
			default: // not the first
			}
			s.process, s.ended = nil, nil
			s.restart = time.After(restartDelay)
		case <-s.restart:
			s.run()
		case r := <-c.requests:
			r.reply <- r.act(s)
		case <-ctx.Done():
			s.stop(context.Cause(ctx))
			return
		}
	}
}

// supervision is the state of one child; only its goroutine touches it.
type supervision struct {
	*child
	process *os.Process      // nil while it is down
	ended   <-chan error     // nil while it is down
	restart <-chan time.Time // nil unless a restart is due
}

func (s *supervision) run() {
	s.restart = nil
	if err := s.spawn(); err != nil {
		logf("error", "start %s: %v", s.name, err)
		s.restart = time.After(restartDelay)
	}
}

func (s *supervision) spawn() error {
	log, err := os.OpenFile(filepath.Join(s.logDir, s.name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o640)
	if err != nil {
		return err
	}
	defer log.Close() // the child has its own copy
	cmd := exec.Command("/proc/self/exe", append([]string{s.name}, s.args...)...)
	cmd.Args[0] = "k3s"
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	logf("info", "Running %s (pid %d, log %s)", s.name, cmd.Process.Pid, log.Name())
	ended := make(chan error, 1)
	go func() {
		_ = cmd.Wait() // its error is the state in words
		ended <- errors.New(cmd.ProcessState.String())
	}()
	s.process, s.ended = cmd.Process, ended
	return nil
}

func (s *supervision) kill() error {
	s.restart = nil
	if s.process == nil {
		return nil
	}
	if err := s.process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.ended
	s.process, s.ended = nil, nil
	logf("info", "%s was killed on request and stays down", s.name)
	return nil
}

func (s *supervision) start() error {
	s.restart = nil
	if s.process != nil {
		return nil
	}
	return s.spawn()
}

func (s *supervision) freeze() error { return s.signal(syscall.SIGSTOP) }

func (s *supervision) thaw() error { return s.signal(syscall.SIGCONT) }

func (s *supervision) signal(signal os.Signal) error {
	if s.process == nil {
		return fmt.Errorf("%s is not running", s.name)
	}
	return s.process.Signal(signal)
}

// stop ends the process for good: in order, unless its owner is gone.
func (s *supervision) stop(cause error) {
	if s.process == nil {
		return
	}
	if !errors.Is(cause, errOwnerGone) {
		_ = s.signal(syscall.SIGCONT) // a frozen process would not see SIGTERM; an ended one is in s.ended
		_ = s.signal(syscall.SIGTERM)
		select {
		case <-s.ended:
			return
		case <-time.After(stopGrace):
		}
	}
	_ = s.process.Kill()
	<-s.ended
}
