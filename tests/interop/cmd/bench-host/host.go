package main

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt/process"
	v2 "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
)

// host keeps what was started under the names that the requests give.
type host struct {
	plugins  map[string]*running
	managers map[string]clientmgmt.Manager
}

func newHost() *host {
	return &host{map[string]*running{}, map[string]clientmgmt.Manager{}}
}

func (h *host) close() {
	for _, plugin := range h.plugins {
		plugin.client.Kill()
	}
	for _, manager := range h.managers {
		manager.CleanupClients()
	}
}

func (h *host) answer(asked *request) (any, error) {
	switch asked.Op {
	case "start":
		plugin, err := start(asked.Command)
		if err != nil {
			return nil, err
		}
		h.plugins[asked.ID] = plugin
		return map[string]int{"pid": plugin.pid()}, nil
	case "manage":
		return nil, h.manage(asked)
	case "calls":
		return h.time(asked)
	case "wait":
		return nil, h.wait(asked)
	case "kill":
		h.plugins[asked.ID].client.Kill()
		delete(h.plugins, asked.ID)
		return nil, nil
	case "life":
		return life(asked)
	case "run":
		begun := time.Now()
		err := exec.Command(asked.Command[0], asked.Command[1:]...).Run()
		return time.Since(begun).Seconds(), err
	}
	return nil, fmt.Errorf("no op %q", asked.Op)
}

// manage makes a plugin manager of Velero's for a folder.
func (h *host) manage(asked *request) error {
	log := logrus.New()
	log.Out = io.Discard
	registry := process.NewRegistry(asked.Dir, log, logrus.ErrorLevel)
	if err := registry.DiscoverPlugins(); err != nil {
		return err
	}
	h.managers[asked.ID] = clientmgmt.NewManager(log, logrus.ErrorLevel, registry)
	return nil
}

// wait leaves calls open that a plugin answers late or never, and returns when all of them are sent.
func (h *host) wait(asked *request) error {
	call, err := h.caller(asked)
	if err != nil {
		return err
	}
	for range asked.Calls {
		go func() { _ = call() }()
	}
	return nil
}

// times are the seconds from a plugin's start to three moments in its life.
type times struct {
	Handshake float64 `json:"handshake"`
	Answer    float64 `json:"answer"`
	Life      float64 `json:"life"`
}

// life starts a plugin, asks it once, and kills it, as Velero does for each poll of its operations.
func life(asked *request) (any, error) {
	measured, begun := times{}, time.Now()
	plugin := newPlugin(asked.Command)
	defer plugin.client.Kill()
	if _, err := plugin.client.Start(); err != nil {
		return nil, err
	}
	measured.Handshake = time.Since(begun).Seconds()
	if err := plugin.connect(); err != nil {
		return nil, err
	}
	if err := plugin.askOnce(asked); err != nil {
		return nil, err
	}
	measured.Answer = time.Since(begun).Seconds()
	plugin.client.Kill()
	measured.Life = time.Since(begun).Seconds()
	return measured, nil
}

func (p *running) askOnce(asked *request) error {
	if asked.How == "list" {
		_, err := p.lister.ListPlugins()
		return err
	}
	progress := &v2.BackupItemActionProgressRequest{
		Plugin: asked.Name, OperationID: "operation", Backup: []byte(asked.Backup),
	}
	_, err := v2.NewBackupItemActionClient(p.connection).Progress(context.Background(), progress)
	return err
}
