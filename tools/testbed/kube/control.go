package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"
)

// control lets the process that started this server make faults happen and take
// the server along when it ends. With --control-stdin it
//
//	writes "ready URL" when the server is up,
//	reads one command a line: kill, start, freeze or thaw, and the name of a child,
//	answers each, in order, with "ok" or "error TEXT",
//	and ends the server when its input ends.
//
// The input is a pipe whose other end closes with its owner, even at kill -9.
type control struct {
	out      io.Writer
	commands chan string
}

// readControl reads in until it ends; then it calls ownerGone.
func readControl(ctx context.Context, in io.Reader, out io.Writer, ownerGone func()) *control {
	c := &control{out: out, commands: make(chan string)}
	go func() {
		defer ownerGone()
		for lines := bufio.NewScanner(in); lines.Scan(); {
			select {
			case c.commands <- lines.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// obey carries commands out until ctx ends. start waits for ready after the
// API server was started: its answer means that requests are served.
func (c *control) obey(ctx context.Context, children []*child, ready func(context.Context) error) {
	for {
		select {
		case line := <-c.commands:
			if err := c.carryOut(ctx, line, children, ready); err != nil {
				c.say("error %v", err)
			} else {
				c.say("ok")
			}
		case <-ctx.Done():
			return
		}
	}
}

func (c *control) carryOut(ctx context.Context, line string, children []*child, ready func(context.Context) error) error {
	verb, name, _ := strings.Cut(line, " ")
	for _, child := range children {
		if child.name != name {
			continue
		}
		switch verb {
		case "kill":
			return child.kill()
		case "freeze":
			return child.freeze()
		case "thaw":
			return child.thaw()
		case "start":
			if err := child.start(); err != nil || name != apiServer {
				return err
			}
			return ready(ctx)
		}
		return fmt.Errorf("no such command: %q", verb)
	}
	return fmt.Errorf("no such child: %q", name)
}

func (c *control) say(format string, a ...any) {
	text := fmt.Sprintf(format, a...)
	// A failed write means that the owner is gone, which the reader notices too.
	_, _ = fmt.Fprintln(c.out, strings.ReplaceAll(text, "\n", " "))
}
