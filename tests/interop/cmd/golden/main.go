// Command golden writes the wire fixtures: what Velero's and go-plugin's own generated code puts on
// the wire, and what a Velero host and plugin send each other. Nothing of this project has a part in
// the bytes.
//
// Usage: go run -trimpath ./cmd/golden DIR
//
// -trimpath takes the machine's paths out of the stacks that the status fixtures carry. Two runs
// give the same bytes.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: golden DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "golden:", err)
		os.Exit(1)
	}
}

func run(dir string) error {
	set, err := newFixtures()
	if err != nil {
		return err
	}
	constructed(set)
	if err := recorded(set); err != nil {
		return err
	}
	return set.write(dir)
}
