package host

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/sirupsen/logrus"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt/process"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework/common"
	"github.com/vmware-tanzu/velero/pkg/util/logging"
)

// Main is the whole host command. It is started as Velero's server is, "host server [flags]", and as
// Velero's server it is started again by the plugin registry, to serve the built-in plugins: none.
func Main(laterKinds map[string]Kind) {
	if len(os.Args) > 1 && os.Args[1] == "run-plugins" {
		framework.NewServer().Serve()
		return
	}
	if len(os.Args) < 2 || os.Args[1] != "server" {
		fmt.Fprintln(os.Stderr, "usage: host server [flags of velero server]")
		os.Exit(2)
	}
	kinds := firstKinds()
	for name, kind := range laterKinds {
		kinds[name] = kind
	}
	if err := newHost(kinds, logLevel(os.Args[2:])).run(); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(1)
	}
}

// logLevel finds --log-level among flags that are Velero's to understand.
func logLevel(flags []string) logrus.Level {
	for i, flag := range flags {
		name, value, inOne := strings.Cut(flag, "=")
		if !inOne && i+1 < len(flags) {
			value = flags[i+1]
		}
		if level, err := logrus.ParseLevel(value); name == "--log-level" && err == nil {
			return level
		}
	}
	return logrus.InfoLevel
}

type host struct {
	kinds map[string]Kind
	log   *logrus.Logger

	mutex    sync.Mutex
	registry process.Registry
	managers map[string]clientmgmt.Manager
}

func newHost(kinds map[string]Kind, level logrus.Level) *host {
	log := logging.DefaultLogger(level, logging.FormatJSON)
	log.Out = os.Stderr
	return &host{kinds: kinds, log: log, managers: map[string]clientmgmt.Manager{}}
}

func (h *host) run() error {
	defer h.cleanUp()
	return serve(os.Stdin, os.Stdout, h.answer)
}

func (h *host) cleanUp() {
	for _, manager := range h.managers {
		manager.CleanupClients()
	}
}

func (h *host) answer(request *Request) (any, error) {
	switch request.Op {
	case "discover":
		return h.discover(request.Dir)
	case "new_manager":
		return nil, h.newManager(request.Manager)
	}
	manager, err := h.manager(request.Manager)
	if err != nil {
		return nil, err
	}
	if request.Op == "cleanup" {
		manager.CleanupClients()
		return nil, nil
	}
	kind, ok := h.kinds[request.Kind]
	if !ok {
		return nil, fmt.Errorf("this Velero has no kind %q", request.Kind)
	}
	call, ok := kind[request.Op]
	if !ok {
		return nil, fmt.Errorf("kind %s has no %s", request.Kind, request.Op)
	}
	return call(manager, request)
}

// discover looks through a plugins folder as the server does when it starts, and answers what its
// registry then lists for each kind.
func (h *host) discover(dir string) (any, error) {
	registry := process.NewRegistry(dir, h.log, h.log.Level)
	if err := registry.DiscoverPlugins(); err != nil {
		return nil, err
	}
	h.mutex.Lock()
	h.registry = registry
	h.mutex.Unlock()

	type identifier struct {
		Command string `json:"command"`
		Kind    string `json:"kind"`
		Name    string `json:"name"`
	}
	listed := map[string][]identifier{}
	for name, kind := range common.AllPluginKinds() {
		for _, id := range registry.List(kind) {
			listed[name] = append(listed[name], identifier{id.Command, id.Kind.String(), id.Name})
		}
	}
	return listed, nil
}

func (h *host) newManager(name string) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.registry == nil {
		return fmt.Errorf("no manager before a discovery")
	}
	h.managers[name] = clientmgmt.NewManager(h.log, h.log.Level, h.registry)
	return nil
}

func (h *host) manager(name string) (clientmgmt.Manager, error) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	manager, ok := h.managers[name]
	if !ok {
		return nil, fmt.Errorf("there is no manager %q", name)
	}
	return manager, nil
}
