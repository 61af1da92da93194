// Command backup runs a whole backup by Velero's own code, without a cluster: its backup, backup
// operations and backup finalizer controllers, its backupper, its plugin registry and plugin
// manager, its discovery helper and its layout of an object store. Only what is a cluster or a cloud
// is a fake: the API machinery (client-go's and controller-runtime's fakes, as in Velero's own tests)
// and the object store, which is a folder. Left out, for lack of a cluster: hooks, pod volumes,
// snapshots of volumes, and the actions that are built into the server.
//
// The two parts of the controllers that are not run are their work queues: this program calls
// Reconcile itself, in the order in which a server would.
//
// It is started as Velero's server is, "backup server [flags]", since plugins get the flags, and
// reads one JSON object from its standard input; see input. Velero logs to both outputs; what the
// backup came to is in the object store, with the Backup object beside it as backup.json.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/sirupsen/logrus"
	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt"
	"github.com/vmware-tanzu/velero/pkg/plugin/clientmgmt/process"
	"github.com/vmware-tanzu/velero/pkg/plugin/framework"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"github.com/vmware-tanzu/velero/pkg/util/logging"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

type input struct {
	// Plugins is the plugins folder, Output the folder for what goes to the object store.
	Plugins, Output string
	Name            string
	Spec            velerov1.BackupSpec
	// Poll is the time between two polls of operations, in Go's syntax.
	Poll string
	// Resources are what the API server serves, Objects what it holds.
	Resources []resource
	Objects   []*unstructured.Unstructured
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "run-plugins" {
		framework.NewServer().Serve()
		return
	}
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "backup: %+v\n", err)
		os.Exit(1)
	}
}

func run() error {
	in := &input{}
	if err := json.NewDecoder(os.Stdin).Decode(in); err != nil {
		return err
	}
	poll, err := time.ParseDuration(in.Poll)
	if err != nil {
		return err
	}
	log := logging.DefaultLogger(logrus.DebugLevel, logging.FormatJSON)
	log.Out = os.Stderr
	registry := process.NewRegistry(in.Plugins, log, log.Level)
	if err := registry.DiscoverPlugins(); err != nil {
		return err
	}
	server, err := newServer(in, log, func(log logrus.FieldLogger) clientmgmt.Manager {
		manager := clientmgmt.NewManager(log, logrus.DebugLevel, registry)
		return &withStore{manager, folder(in.Output)}
	})
	if err != nil {
		return err
	}
	backup, err := server.backUp(context.Background(), poll)
	if err != nil {
		return err
	}
	content, err := json.Marshal(backup)
	if err != nil {
		return err
	}
	return folder(in.Output).PutObject("", "backup.json", bytes.NewReader(content))
}

// withStore is a plugin manager that has an object store without a plugin for it.
type withStore struct {
	clientmgmt.Manager
	store velero.ObjectStore
}

func (m *withStore) GetObjectStore(string) (velero.ObjectStore, error) { return m.store, nil }
