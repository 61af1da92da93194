package main

import (
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// What fills a field: one function per kind of value, so that a case replaces only what it is about.
type sampler struct {
	text     func(field protoreflect.FieldDescriptor, index int) string
	bytes    func(field protoreflect.FieldDescriptor, index int) []byte
	integer  func(field protoreflect.FieldDescriptor) int64
	unsigned func() uint64
	enum     func(values protoreflect.EnumValueDescriptors) protoreflect.EnumNumber
	instant  *timestamppb.Timestamp
	duration *durationpb.Duration
}

const (
	podJSON = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"web-0","namespace":"shop","labels":{"app":"web"},` +
		`"annotations":{"example.io/revision":"9007199254740993"}},"spec":{"containers":[{"name":"web","image":"example.io/web:1.2"}]}}`
	backupJSON  = `{"apiVersion":"velero.io/v1","kind":"Backup","metadata":{"name":"nightly","namespace":"velero"},"spec":{"itemOperationTimeout":"4h0m0s"}}`
	restoreJSON = `{"apiVersion":"velero.io/v1","kind":"Restore","metadata":{"name":"nightly-1","namespace":"velero"},"spec":{"backupName":"nightly"}}`
	volumeJSON  = `{"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pv-1"},"spec":{"capacity":{"storage":"10Gi"}}}`
)

// Fields that carry JSON hold what a host would put there; every other text is the field's own name.
var jsonFields = map[protoreflect.Name]string{
	"item": podJSON, "itemFromBackup": podJSON, "backup": backupJSON, "restore": restoreJSON, "persistentVolume": volumeJSON,
}

func plainSamples() sampler {
	return sampler{
		text: func(field protoreflect.FieldDescriptor, index int) string {
			if field.Name() == "plugin" {
				return "example.io/sample"
			}
			return string(field.Name()) + "-" + string(rune('a'+index))
		},
		bytes: func(field protoreflect.FieldDescriptor, index int) []byte {
			if sample, ok := jsonFields[field.Name()]; ok {
				return []byte(sample)
			}
			return []byte{0x00, 0x01, byte(index), 0x7f, 0x80, 0xff}
		},
		integer:  func(field protoreflect.FieldDescriptor) int64 { return 300 + int64(field.Number()) },
		unsigned: func() uint64 { return 300 },
		enum: func(values protoreflect.EnumValueDescriptors) protoreflect.EnumNumber {
			return values.Get(values.Len() - 1).Number()
		},
		instant:  timestamppb.New(time.Date(2024, 5, 6, 7, 8, 9, 123456789, time.UTC)),
		duration: durationpb.New(90*time.Second + 250*time.Millisecond),
	}
}

// fill sets every field of message, and of the messages in it, and returns it.
func (s sampler) fill(message protoreflect.Message) protoreflect.Message {
	switch known := message.Interface().(type) {
	case *timestamppb.Timestamp:
		proto.Merge(known, s.instant)
		return message
	case *durationpb.Duration:
		proto.Merge(known, s.duration)
		return message
	}
	fields := message.Descriptor().Fields()
	for i := 0; i < fields.Len(); i++ {
		s.set(message, fields.Get(i))
	}
	return message
}

func (s sampler) set(message protoreflect.Message, field protoreflect.FieldDescriptor) {
	switch {
	case field.IsMap():
		// More than one key shows that the fixture's order is the deterministic one.
		entries := message.Mutable(field).Map()
		for i := 0; i < 2; i++ {
			key := protoreflect.ValueOfString(s.text(field.MapKey(), i)).MapKey()
			entries.Set(key, s.value(field.MapValue(), entries.NewValue, i))
		}
	case field.IsList():
		list := message.Mutable(field).List()
		for i := 0; i < 2; i++ {
			list.Append(s.value(field, list.NewElement, i))
		}
	default:
		message.Set(field, s.value(field, func() protoreflect.Value { return message.NewField(field) }, 0))
	}
}

func (s sampler) value(field protoreflect.FieldDescriptor, blank func() protoreflect.Value, index int) protoreflect.Value {
	switch field.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(s.text(field, index))
	case protoreflect.BytesKind:
		return protoreflect.ValueOfBytes(s.bytes(field, index))
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(true)
	case protoreflect.Int32Kind:
		return protoreflect.ValueOfInt32(int32(s.integer(field)))
	case protoreflect.Int64Kind:
		return protoreflect.ValueOfInt64(s.integer(field))
	case protoreflect.Uint32Kind:
		return protoreflect.ValueOfUint32(uint32(s.unsigned()))
	case protoreflect.EnumKind:
		return protoreflect.ValueOfEnum(s.enum(field.Enum().Values()))
	case protoreflect.MessageKind:
		value := blank()
		s.fill(value.Message())
		return value
	}
	panic("no sample for a field of a kind that the contract did not have: " + string(field.FullName()))
}
