package main

import (
	"fmt"
	"os"
	"time"
)

// logf writes one line in the form of K3s's own journal (logrus text).
func logf(level, format string, a ...any) {
	now := time.Now().UTC().Format(time.RFC3339)
	fmt.Fprintf(os.Stderr, "time=%q level=%s msg=%q\n", now, level, fmt.Sprintf(format, a...))
}
