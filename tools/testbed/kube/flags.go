package main

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"

	"github.com/spf13/pflag"
	"sigs.k8s.io/yaml"
)

const (
	defaultDataDir    = "/var/lib/rancher/k3s"
	defaultConfigFile = "/etc/rancher/k3s/config.yaml"
	defaultKubeconfig = "/etc/rancher/k3s/k3s.yaml"
)

func newFlags(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SortFlags = false
	return flags
}

// parseFlags reads args over the environment over the file named by --config
// (and FILE.d/*.yaml after it), as K3s does: each key of a file is the name of
// a flag, a list repeats the flag, and an unknown key is an error. environment
// maps flags to the variables that set them.
func parseFlags(flags *pflag.FlagSet, args []string, environment map[string]string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	set := map[string]bool{}
	flags.Visit(func(f *pflag.Flag) { set[f.Name] = true })
	for name, variable := range environment {
		value := os.Getenv(variable)
		if value == "" || set[name] {
			continue
		}
		if err := flags.Set(name, value); err != nil {
			return fmt.Errorf("%s: %w", variable, err)
		}
		set[name] = true
	}
	file, err := flags.GetString("config")
	if err != nil {
		return err
	}
	values, err := readConfigFiles(file)
	if err != nil {
		return err
	}
	for name, value := range values {
		if flags.Lookup(name) == nil {
			return fmt.Errorf("config file: flag provided but not defined: -%s", name)
		}
		if set[name] {
			continue
		}
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		for _, item := range list {
			if err := flags.Set(name, fmt.Sprint(item)); err != nil {
				return fmt.Errorf("config file: %s: %w", name, err)
			}
		}
	}
	return nil
}

// readConfigFiles merges file and file.d/*.yaml in alphabetical order: the last one wins.
func readConfigFiles(file string) (map[string]any, error) {
	dropIns, err := filepath.Glob(file + ".d/*.yaml")
	if err != nil {
		return nil, err
	}
	sort.Strings(dropIns)
	merged := map[string]any{}
	for _, name := range append([]string{file}, dropIns...) {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		values := map[string]any{}
		if err := yaml.Unmarshal(text, &values); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		for key, value := range values {
			merged[key] = value
		}
	}
	return merged, nil
}
