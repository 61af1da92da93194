package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	velerov1 "github.com/vmware-tanzu/velero/pkg/apis/velero/v1"
	v1 "github.com/vmware-tanzu/velero/pkg/plugin/generated"
	v2 "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// time makes calls from several goroutines at once and answers how many seconds all of them took.
func (h *host) time(asked *request) (any, error) {
	call, err := h.caller(asked)
	if err != nil {
		return nil, err
	}
	var callers sync.WaitGroup
	failures := make(chan error, asked.Callers)
	begun := time.Now()
	for range asked.Callers {
		callers.Add(1)
		go func() {
			defer callers.Done()
			for range asked.Calls / asked.Callers {
				if err := call(); err != nil {
					failures <- err
					return
				}
			}
		}()
	}
	callers.Wait()
	elapsed := time.Since(begun).Seconds()
	close(failures)
	return elapsed, <-failures
}

// caller returns a function that executes the action once.
func (h *host) caller(asked *request) (func() error, error) {
	switch asked.How {
	case "raw-v1":
		return rawV1(h.plugins[asked.ID], asked), nil
	case "raw-v2":
		return rawV2(h.plugins[asked.ID], asked), nil
	case "manager-v1", "manager-v2":
		return h.managed(asked)
	}
	return nil, fmt.Errorf("no way %q to call", asked.How)
}

func rawV1(plugin *running, asked *request) func() error {
	client := v1.NewBackupItemActionClient(plugin.connection)
	execute := &v1.ExecuteRequest{Plugin: asked.Name, Item: []byte(asked.Item), Backup: []byte(asked.Backup)}
	return func() error {
		_, err := client.Execute(context.Background(), execute)
		return err
	}
}

func rawV2(plugin *running, asked *request) func() error {
	client := v2.NewBackupItemActionClient(plugin.connection)
	execute := &v2.ExecuteRequest{Plugin: asked.Name, Item: []byte(asked.Item), Backup: []byte(asked.Backup)}
	return func() error {
		_, err := client.Execute(context.Background(), execute)
		return err
	}
}

func (h *host) managed(asked *request) (func() error, error) {
	item, backup := &unstructured.Unstructured{}, &velerov1.Backup{}
	if err := json.Unmarshal([]byte(asked.Item), item); err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(asked.Backup), backup); err != nil {
		return nil, err
	}
	if asked.How == "manager-v1" {
		action, err := h.managers[asked.ID].GetBackupItemAction(asked.Name)
		return func() error {
			_, _, err := action.Execute(item, backup)
			return err
		}, err
	}
	action, err := h.managers[asked.ID].GetBackupItemActionV2(asked.Name)
	return func() error {
		_, _, _, _, err := action.Execute(item, backup)
		return err
	}, err
}
