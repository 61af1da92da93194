package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"example.io/velero-shim/interop/internal/actions"
	"github.com/pkg/errors"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	biav2 "github.com/vmware-tanzu/velero/pkg/plugin/velero/backupitemaction/v2"
)

var errBroken = errors.New("additional item is broken")

// operation is the state of one, kept in a file whose path is the operation's ID: Velero ends the
// plugin's process between any two calls.
type operation struct {
	Asked   actions.Asked `json:"asked"`
	Polls   int64         `json:"polls"`
	Cancels int64         `json:"cancels"`
}

// busy keeps two calls in one process from losing each other's counts.
var busy sync.Mutex

// begin starts the operation that the item asks for with "operation", the folder of its state:
//
//	polls               completes at that poll; 1 unless said
//	hang                never completes
//	operation-error     completes with that error
//	progress-error      Progress returns that error; progress-panic panics with it
//	progress-sleep      Progress takes that long
//	crash-at-poll       the process ends at that poll, without an answer
//	times               zero, epoch, before-1970 or year-9999, instead of plausible ones
//	n-completed, n-total, units, description   overwrite what Progress says
//	cancel              "error": Cancel fails; "hang": it does not return; "ignore": it changes nothing
//
// A cancelled operation completes with the error "cancelled".
func begin(asked actions.Asked) (string, error) {
	dir, ok := asked["operation"]
	if !ok {
		return "", nil
	}
	file, err := os.CreateTemp(dir, "operation-*.json")
	if err != nil {
		return "", errors.WithStack(err)
	}
	defer file.Close()
	return file.Name(), change(file.Name(), func(o *operation) { o.Asked = asked })
}

// change reads, changes and writes the state of an operation. A reader never sees half of it.
func change(id string, apply func(*operation)) error {
	busy.Lock()
	defer busy.Unlock()
	text, err := os.ReadFile(id)
	if err != nil {
		return errors.WithStack(err)
	}
	o := &operation{}
	if len(text) > 0 {
		if err := json.Unmarshal(text, o); err != nil {
			return errors.WithStack(err)
		}
	}
	apply(o)
	if text, err = json.Marshal(o); err != nil {
		return errors.WithStack(err)
	}
	// Not ending in .json, so that who lists operations does not see it.
	next := filepath.Join(filepath.Dir(id), fmt.Sprintf(".%s.%d", filepath.Base(id), os.Getpid()))
	if err := os.WriteFile(next, text, 0o644); err != nil {
		return errors.WithStack(err)
	}
	return errors.WithStack(os.Rename(next, id))
}

func poll(id string) (velero.OperationProgress, error) {
	o := &operation{}
	if err := change(id, func(state *operation) { state.Polls++; *o = *state }); err != nil {
		return velero.OperationProgress{}, biav2.InvalidOperationIDError(id)
	}
	time.Sleep(o.Asked.Duration("progress-sleep"))
	if o.Asked.Int("crash-at-poll", 0) == o.Polls {
		os.Exit(3)
	}
	if text, ok := o.Asked["progress-panic"]; ok {
		panic(text)
	}
	if text, ok := o.Asked["progress-error"]; ok {
		return velero.OperationProgress{}, errors.New(text)
	}
	return o.progress(), nil
}

func (o *operation) progress() velero.OperationProgress {
	total := o.Asked.Int("polls", 1)
	progress := velero.OperationProgress{
		NCompleted:     o.Asked.Int("n-completed", min(o.Polls, total)),
		NTotal:         o.Asked.Int("n-total", total),
		OperationUnits: "polls",
		Description:    fmt.Sprintf("poll %d of %d", o.Polls, total),
		Started:        longAgo,
		Updated:        longAgo.Add(time.Duration(o.Polls) * time.Second),
	}
	if units, ok := o.Asked["units"]; ok {
		progress.OperationUnits = units
	}
	if description, ok := o.Asked["description"]; ok {
		progress.Description = description
	}
	if odd, ok := oddTimes[o.Asked["times"]]; ok {
		progress.Started, progress.Updated = odd, odd
	}
	_, hangs := o.Asked["hang"]
	cancelled := o.Cancels > 0 && o.Asked["cancel"] != "ignore"
	progress.Completed = cancelled || !hangs && o.Polls >= total
	if cancelled {
		progress.Err = "cancelled"
	} else if progress.Completed {
		progress.Err = o.Asked["operation-error"]
	}
	return progress
}

var oddTimes = map[string]time.Time{
	"zero":        {},
	"epoch":       time.Unix(0, 0),
	"before-1970": time.Date(1969, 12, 31, 23, 59, 58, 500000001, time.UTC),
	"year-9999":   time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC),
}

// cancel counts the call first, so that a test sees one that then fails or hangs. It says nothing
// about an operation that is not there, as the API asks.
func cancel(id string) error {
	o := &operation{}
	if err := change(id, func(state *operation) { state.Cancels++; *o = *state }); err != nil {
		return nil
	}
	switch o.Asked["cancel"] {
	case "error":
		return errors.New("cannot be cancelled")
	case "hang":
		select {}
	}
	return nil
}
