// Package actions holds plugin actions in Go whose behaviour the item asks for, by annotations: what
// Velero 1.10 has, and every later one. Each program registers them with the Velero it is built with.
package actions

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/pkg/errors"
	"github.com/sirupsen/logrus"
	"github.com/vmware-tanzu/velero/pkg/plugin/velero"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

const prefix = "example.io/"

// Asked is what an item asks for: its annotations under example.io/, without that prefix.
type Asked map[string]string

// AskedBy reads the annotations of item.
func AskedBy(item runtime.Unstructured) Asked {
	annotations, _, _ := unstructured.NestedStringMap(item.UnstructuredContent(), "metadata", "annotations")
	asked := Asked{}
	for key, value := range annotations {
		if name, ok := strings.CutPrefix(key, prefix); ok {
			asked[name] = value
		}
	}
	return asked
}

// Int is the number that is asked for, or otherwise.
func (a Asked) Int(name string, otherwise int64) int64 {
	if value, err := strconv.ParseInt(a[name], 10, 64); err == nil {
		return value
	}
	return otherwise
}

// Duration is the time that is asked for, or none.
func (a Asked) Duration(name string) time.Duration {
	value, _ := time.ParseDuration(a[name])
	return value
}

// Identifiers are those that are asked for, as a JSON list under name or as a number under name-count;
// otherwise there is one, named after the item.
func (a Asked) Identifiers(name string, item runtime.Unstructured) []velero.ResourceIdentifier {
	object := unstructured.Unstructured{Object: item.UnstructuredContent()}
	ids := []velero.ResourceIdentifier{}
	if list, ok := a[name]; ok {
		if err := json.Unmarshal([]byte(list), &ids); err != nil {
			panic(err)
		}
		return ids
	}
	for i := int64(0); i < a.Int(name+"-count", 1); i++ {
		ids = append(ids, velero.ResourceIdentifier{
			GroupResource: schema.GroupResource{Group: "example.io", Resource: "extras"},
			Namespace:     object.GetNamespace(),
			Name:          fmt.Sprintf("%s-%s-%d", object.GetName(), name, i),
		})
	}
	return ids
}

// Perform does what item asks of any Execute:
//
//	log              writes one line at each level, with that text
//	print, complain  writes that line to stdout, to stderr
//	sleep            waits that long
//	exit             ends the process with that code
//	panic            panics with that text; panic-error with an error that has a stack
//	error            returns an error with that text and a stack; plain-error one without a stack
//	status           returns that gRPC code with the text of "error"
//	unchanged        returns no item
//	pad              adds an annotation of that many bytes
//	additional, additional-count   see Asked.Identifiers
//
// Otherwise it returns item with the annotation handled-by.
func Perform(log logrus.FieldLogger, item runtime.Unstructured, by string) (runtime.Unstructured, []velero.ResourceIdentifier, error) {
	asked := AskedBy(item)
	asked.write(log)
	time.Sleep(asked.Duration("sleep"))
	if err := asked.fail(); err != nil {
		return nil, nil, err
	}
	additional := asked.Identifiers("additional", item)
	if _, ok := asked["unchanged"]; ok {
		return nil, additional, nil
	}
	Annotate(item, "handled-by", by)
	if length := asked.Int("pad", 0); length > 0 {
		Annotate(item, "padding", strings.Repeat("x", int(length)))
	}
	return item, additional, nil
}

func (a Asked) write(log logrus.FieldLogger) {
	if text, ok := a["log"]; ok {
		log = log.WithField("item", text)
		log.Debug(text)
		log.Info(text)
		log.Warn(text)
		log.WithError(errors.New("logged error")).Error(text)
	}
	if text, ok := a["print"]; ok {
		fmt.Println(text)
	}
	if text, ok := a["complain"]; ok {
		fmt.Fprintln(os.Stderr, text)
	}
}

func (a Asked) fail() error {
	if code, ok := a["exit"]; ok {
		number, _ := strconv.Atoi(code)
		os.Exit(number)
	}
	if text, ok := a["panic"]; ok {
		panic(text)
	}
	if text, ok := a["panic-error"]; ok {
		panic(errors.New(text))
	}
	if text, ok := a["plain-error"]; ok {
		return fmt.Errorf("%s", text)
	}
	if _, ok := a["status"]; ok {
		return status.Error(codes.Code(a.Int("status", 0)), a["error"])
	}
	if text, ok := a["error"]; ok {
		return errors.New(text)
	}
	return nil
}

// Annotate sets an annotation under example.io/.
func Annotate(item runtime.Unstructured, name, value string) {
	content := item.UnstructuredContent()
	if err := unstructured.SetNestedField(content, value, "metadata", "annotations", prefix+name); err != nil {
		panic(err)
	}
	item.SetUnstructuredContent(content)
}
