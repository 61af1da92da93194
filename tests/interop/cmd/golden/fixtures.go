package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/vmware-tanzu/velero/pkg/plugin/generated"
	statuspb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

const manifestName = "manifest.json"

// fixture is one line of the manifest, and the bytes that it vouches for.
type fixture struct {
	File    string `json:"file"`
	JSON    string `json:"json"`
	Message string `json:"message"`
	Case    string `json:"case"`
	// Origin is "constructed" for a message made with the generated type, "recorded" for bytes that a
	// Velero host or plugin sent.
	Origin  string `json:"origin"`
	Module  string `json:"module"`
	Version string `json:"version"`
	Package string `json:"package"`
	// Toolchain is given where it shows in the bytes: a stack has frames in Go's runtime.
	Toolchain  string `json:"toolchain,omitempty"`
	Note       string `json:"note,omitempty"`
	SHA256     string `json:"sha256"`
	JSONSHA256 string `json:"json_sha256"`

	wire, twin []byte
}

type manifest struct {
	Comment  string     `json:"comment"`
	Fixtures []*fixture `json:"fixtures"`
}

type fixtures struct {
	versions map[string]string
	byFile   map[string]*fixture
}

func newFixtures() (*fixtures, error) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("built without module information: the manifest could not name the producers")
	}
	if !trimmed(info) {
		return nil, errors.New("built without -trimpath: the stacks would name this machine's folders")
	}
	versions := map[string]string{}
	for _, module := range info.Deps {
		versions[module.Path] = module.Version
	}
	return &fixtures{versions: versions, byFile: map[string]*fixture{}}, nil
}

func trimmed(info *debug.BuildInfo) bool {
	for _, setting := range info.Settings {
		if setting.Key == "-trimpath" {
			return setting.Value == "true"
		}
	}
	return false
}

// add takes a message in; wire is nil, or the bytes that were really sent.
func (f *fixtures) add(name string, message proto.Message, wire []byte, note string) *fixture {
	again, err := proto.MarshalOptions{Deterministic: true}.Marshal(message)
	if err != nil {
		panic(err)
	}
	entry := &fixture{
		Message: string(message.ProtoReflect().Descriptor().FullName()),
		Case:    name, Note: note, Origin: "constructed", wire: again,
		Package: reflect.TypeOf(message).Elem().PkgPath(),
	}
	if wire != nil {
		if !bytes.Equal(wire, again) {
			panic(fmt.Sprintf("%s/%s: what was sent is not what the same library writes again", entry.Message, name))
		}
		entry.Origin = "recorded"
	}
	entry.twin = jsonTwin(message)
	entry.File = entry.Message + "/" + name + ".binpb"
	entry.JSON = entry.Message + "/" + name + ".json"
	f.producedBy(entry, entry.Package)
	if f.byFile[entry.File] != nil {
		panic("two fixtures of one name: " + entry.File)
	}
	f.byFile[entry.File] = entry
	return entry
}

func (f *fixtures) producedBy(entry *fixture, goPackage string) {
	for module, version := range f.versions {
		if goPackage == module || strings.HasPrefix(goPackage, module+"/") {
			entry.Module, entry.Version, entry.Package = module, version, goPackage
			return
		}
	}
	panic("no module for package " + goPackage)
}

// jsonTwin is canonical JSON. protojson varies its white space on purpose, so it is laid out anew.
func jsonTwin(message proto.Message) []byte {
	raw, err := protojson.Marshal(message)
	if err != nil {
		panic(err)
	}
	var laidOut bytes.Buffer
	if err := json.Indent(&laidOut, raw, "", "  "); err != nil {
		panic(err)
	}
	return append(laidOut.Bytes(), '\n')
}

// write replaces dir's fixtures. It touches no folder that is not its own: one with a manifest, or empty.
func (f *fixtures) write(dir string) error {
	earlier, err := clear(dir)
	if err != nil {
		return err
	}
	m := manifest{Comment: "Written by tests/interop/cmd/golden. Do not edit: run `nox -s golden`."}
	for _, entry := range f.byFile {
		if old := earlier[entry.File]; old != nil && entry.Toolchain != "" && sameButForRuntime(old.wire, entry.wire) {
			entry.wire, entry.twin, entry.Toolchain = old.wire, old.twin, old.Toolchain
		}
		entry.SHA256, entry.JSONSHA256 = digest(entry.wire), digest(entry.twin)
		if err := writeFile(dir, entry.File, entry.wire); err != nil {
			return err
		}
		if err := writeFile(dir, entry.JSON, entry.twin); err != nil {
			return err
		}
		m.Fixtures = append(m.Fixtures, entry)
	}
	sort.Slice(m.Fixtures, func(i, j int) bool { return m.Fixtures[i].File < m.Fixtures[j].File })
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(m); err != nil {
		return err
	}
	return writeFile(dir, manifestName, text.Bytes())
}

func writeFile(dir, name string, content []byte) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// clear removes the fixtures that dir holds and returns what its manifest said of them.
func clear(dir string) (map[string]*fixture, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(dir, manifestName))
	if err != nil {
		return nil, fmt.Errorf("%s is neither empty nor a folder of fixtures: %w", dir, err)
	}
	var old manifest
	if err := json.Unmarshal(text, &old); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestName, err)
	}
	earlier := map[string]*fixture{}
	for _, entry := range old.Fixtures {
		entry.wire, _ = os.ReadFile(filepath.Join(dir, filepath.FromSlash(entry.File)))
		entry.twin, _ = os.ReadFile(filepath.Join(dir, filepath.FromSlash(entry.JSON)))
		earlier[entry.File] = entry
	}
	for _, entry := range entries {
		if entry.IsDir() {
			if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
				return nil, err
			}
		}
	}
	return earlier, nil
}

func toolchain() string { return runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH }

// sameButForRuntime tells whether two statuses differ only where Go's own runtime lies on the stack.
// Such a fixture is kept: another Go release moves those lines and says nothing about Velero.
func sameButForRuntime(a, b []byte) bool {
	first, second := withoutRuntime(a), withoutRuntime(b)
	return first != nil && proto.Equal(first, second)
}

func withoutRuntime(wire []byte) *statuspb.Status {
	status := &statuspb.Status{}
	if proto.Unmarshal(wire, status) != nil {
		return nil
	}
	for i, detail := range status.Details {
		stack := &generated.Stack{}
		if detail.UnmarshalTo(stack) != nil {
			continue
		}
		for _, frame := range stack.Frames {
			if strings.HasPrefix(frame.Function, "runtime.") {
				frame.File, frame.Line = "", 0
			}
		}
		value, err := proto.MarshalOptions{Deterministic: true}.Marshal(stack)
		if err != nil {
			return nil
		}
		status.Details[i].Value = value
	}
	return status
}
