// Command conformance holds the Go stubs against the golden fixtures and, given the socket of a running plugin, calls
// it. It prints a line of JSON for each fixture and for each call.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"reflect"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	// All messages, so that each is found by its name.
	_ "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/backup_item_action/v2"
	_ "example.io/velero-shim/gen/go/velero_plugin/delete_item_action/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/goplugin"
	_ "example.io/velero-shim/gen/go/velero_plugin/item_block_action/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/object_store/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/plugin_lister/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/restore_item_action/v1"
	_ "example.io/velero-shim/gen/go/velero_plugin/restore_item_action/v2"
	_ "example.io/velero-shim/gen/go/velero_plugin/volume_snapshotter/v1"
	_ "google.golang.org/genproto/googleapis/rpc/status"
)

type fixture struct {
	File    string
	JSON    string
	Message protoreflect.FullName
}

func main() {
	golden := os.Args[1]
	for _, fixture := range fixtures(golden) {
		report(map[string]any{"fixture": fixture.File, "problem": fixture.problem(golden)})
	}
	if len(os.Args) > 2 {
		call(os.Args[2])
	}
}

func fixtures(golden string) []fixture {
	var manifest struct{ Fixtures []fixture }
	if err := json.Unmarshal(read(golden, "manifest.json"), &manifest); err != nil {
		log.Fatal(err)
	}
	return manifest.Fixtures
}

// problem returns what the stubs read or write differently from Velero, or nothing.
func (f fixture) problem(golden string) string {
	wire, twin := read(golden, f.File), read(golden, f.JSON)
	kind, err := protoregistry.GlobalTypes.FindMessageByName(f.Message)
	if err != nil {
		return err.Error()
	}
	message, known, parsed := kind.New().Interface(), kind.New().Interface(), kind.New().Interface()
	if err := proto.Unmarshal(wire, message); err != nil {
		return fmt.Sprintf("cannot be decoded: %v", err)
	}
	encoded, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil || !bytes.Equal(encoded, wire) {
		return "encodes to other bytes"
	}
	if err := (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(wire, known); err != nil {
		return fmt.Sprintf("cannot be decoded: %v", err)
	}
	if err := protojson.Unmarshal(twin, parsed); err != nil {
		return fmt.Sprintf("its JSON twin cannot be read: %v", err)
	}
	if !proto.Equal(known, parsed) {
		return "differs from its JSON twin"
	}
	if !reflect.DeepEqual(decode(toJSON(known)), decode(twin)) {
		return "is written as other JSON"
	}
	return ""
}

func toJSON(message proto.Message) json.RawMessage {
	text, err := protojson.Marshal(message)
	if err != nil {
		return json.RawMessage(fmt.Sprintf("%q", err))
	}
	return text
}

func decode(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		log.Fatal(err)
	}
	return value
}

func read(folder, name string) []byte {
	data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		log.Fatal(err)
	}
	return data
}

func report(line map[string]any) {
	if err := json.NewEncoder(os.Stdout).Encode(line); err != nil {
		log.Fatal(err)
	}
}
