// Command bench-host times plugin processes for bench/, driven by JSON lines on stdin and stdout.
//
// It calls as Velero 1.18.1 does: plugins are started by go-plugin's client with Velero's handshake, messages
// are Velero's generated ones. "raw" calls carry JSON that was made before the clock starts, so that what is
// timed is the plugin and the way to it; "manager" calls go through Velero's plugin manager and include all that
// Velero's server does for one.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
)

// request is one line of input; op says which of the fields it needs.
type request struct {
	Op      string   `json:"op"`
	ID      string   `json:"id"`
	Command []string `json:"command"`
	Dir     string   `json:"dir"`
	How     string   `json:"how"`
	Name    string   `json:"name"`
	Item    string   `json:"item"`
	Backup  string   `json:"backup"`
	Callers int      `json:"callers"`
	Calls   int      `json:"calls"`
}

type response struct {
	Result any    `json:"result"`
	Error  string `json:"error,omitempty"`
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "run-plugins" {
		framework.NewServer().Serve() // Velero's registry starts the host itself, for built-in plugins
		return
	}
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, "bench-host:", err)
		os.Exit(1)
	}
}

func serve() error {
	host := newHost()
	defer host.close()
	lines, encoder := bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil // the end of the input is the end of the work
		}
		asked := &request{}
		if err := json.Unmarshal(line, asked); err != nil {
			return err
		}
		answer := response{}
		if answer.Result, err = host.answer(asked); err != nil {
			answer.Error = err.Error()
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
}
