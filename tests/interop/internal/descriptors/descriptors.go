// Package descriptors collects the proto files that a Velero build carries in its generated code.
package descriptors

import (
	"flag"
	"fmt"
	"os"
	"sort"

	// Registers go-plugin's own services, package "plugin".
	_ "github.com/hashicorp/go-plugin"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
)

// packages are the proto packages of the plugin contract, as they are named on the wire.
var packages = map[protoreflect.FullName]bool{"generated": true, "v1": true, "v2": true, "plugin": true}

// Files returns the contract's linked-in files, in the order of their paths.
func Files() []protoreflect.FileDescriptor {
	var files []protoreflect.FileDescriptor
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if packages[file.Package()] {
			files = append(files, file)
		}
		return true
	})
	sort.Slice(files, func(i, j int) bool { return files[i].Path() < files[j].Path() })
	return files
}

// Set makes a self-contained image of files: every import is in it, ahead of the file that needs it.
func Set(files []protoreflect.FileDescriptor) *descriptorpb.FileDescriptorSet {
	set := &descriptorpb.FileDescriptorSet{}
	seen := map[string]bool{}
	var add func(file protoreflect.FileDescriptor)
	add = func(file protoreflect.FileDescriptor) {
		if seen[file.Path()] {
			return
		}
		seen[file.Path()] = true
		for i := 0; i < file.Imports().Len(); i++ {
			add(file.Imports().Get(i).FileDescriptor)
		}
		set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
	}
	for _, file := range files {
		add(file)
	}
	return set
}

// Main is the whole descriptors command: it writes the image to the file that -o names.
func Main() {
	out := flag.String("o", "", "file to write the FileDescriptorSet to")
	flag.Parse()
	if *out == "" || flag.NArg() != 0 {
		fmt.Fprintln(os.Stderr, "usage: descriptors -o FILE")
		os.Exit(2)
	}
	image, err := proto.MarshalOptions{Deterministic: true}.Marshal(Set(Files()))
	if err == nil {
		err = os.WriteFile(*out, image, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "descriptors:", err)
		os.Exit(1)
	}
}
