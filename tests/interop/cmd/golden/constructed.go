package main

import (
	"math"
	"time"

	"example.io/velero-shim/interop/internal/descriptors"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	// Velero's generated packages register their messages when they are linked in; go-plugin's come
	// with the framework.
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated"
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated/backupitemaction/v2"
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated/itemblockaction/v1"
	_ "github.com/vmware-tanzu/velero/pkg/plugin/generated/restoreitemaction/v2"
)

// instants are the timestamps that hosts, plugins and other languages disagree about.
var instants = map[string]*timestamppb.Timestamp{
	"time_epoch": timestamppb.New(time.Unix(0, 0)),
	// Go's zero time: what a Go plugin sends for a time that it does not know.
	"time_year_1":             timestamppb.New(time.Time{}),
	"time_before_1970":        timestamppb.New(time.Date(1969, 12, 31, 23, 59, 58, 500000001, time.UTC)),
	"time_year_9999":          timestamppb.New(time.Date(9999, 12, 31, 23, 59, 59, 999999999, time.UTC)),
	"time_nanos_999999999":    timestamppb.New(time.Date(2024, 2, 29, 12, 0, 0, 999999999, time.UTC)),
	"time_nanos_1":            timestamppb.New(time.Date(2024, 2, 29, 12, 0, 0, 1, time.UTC)),
	"time_year_1_and_a_nano":  timestamppb.New(time.Time{}.Add(1)),
	"time_epoch_minus_a_nano": timestamppb.New(time.Unix(0, -1)),
}

var durations = map[string]*durationpb.Duration{
	// What a Go plugin sends when it sets no time-out: a duration that is there and empty.
	"duration_zero":     durationpb.New(0),
	"duration_negative": durationpb.New(-1500 * time.Millisecond),
	"duration_longest":  durationpb.New(math.MaxInt64),
	"duration_shortest": durationpb.New(math.MinInt64),
}

// constructed adds the cases of every message of the contract, made with the generated types.
func constructed(set *fixtures) {
	for _, file := range descriptors.Files() {
		eachMessage(file.Messages(), func(descriptor protoreflect.MessageDescriptor) {
			message, err := protoregistry.GlobalTypes.FindMessageByName(descriptor.FullName())
			if err != nil {
				panic(err)
			}
			construct(set, message)
		})
	}
}

func eachMessage(messages protoreflect.MessageDescriptors, visit func(protoreflect.MessageDescriptor)) {
	for i := 0; i < messages.Len(); i++ {
		if message := messages.Get(i); !message.IsMapEntry() {
			visit(message)
			eachMessage(message.Messages(), visit)
		}
	}
}

func construct(set *fixtures, message protoreflect.MessageType) {
	add := func(name string, value protoreflect.Message) { set.add(name, value.Interface(), nil, "") }
	has := reachable(message.Descriptor(), map[protoreflect.FullName]bool{})
	plain := plainSamples()

	add("empty", message.New())
	set.add("unknown_fields", withUnknown(plain.fill(message.New())).Interface(), nil,
		"Carries fields 15000 to 15003, which no schema knows, at every level. JSON cannot show them.")
	if len(has) == 0 {
		return
	}
	add("full", plain.fill(message.New()))
	if has["repeated"] {
		add("empty_elements", emptyElements(message.New()))
	}
	if has["message"] {
		add("empty_submessages", emptySubmessages(message.New()))
	}
	if has["string"] || has["bytes"] {
		add("non_ascii", nonASCII().fill(message.New()))
	}
	if has["integer"] {
		add("integers_smallest", integers(math.MinInt64, math.MinInt32, 0).fill(message.New()))
		add("integers_largest", integers(math.MaxInt64, math.MaxInt32, math.MaxUint32).fill(message.New()))
		add("integers_minus_one", integers(-1, -1, 1).fill(message.New()))
		add("integers_beyond_float64", integers(1<<53+1, 1<<24+1, 1<<24+1).fill(message.New()))
	}
	if has["enum"] {
		for number := protoreflect.EnumNumber(0); number < 4; number++ {
			samples := plain
			samples.enum = func(protoreflect.EnumValueDescriptors) protoreflect.EnumNumber { return number }
			add("enum_"+string('0'+rune(number)), samples.fill(message.New()))
		}
	}
	if has["google.protobuf.Timestamp"] {
		for name, instant := range instants {
			samples := plain
			samples.instant = instant
			add(name, samples.fill(message.New()))
		}
		add("time_unset", withoutTimes(plain.fill(message.New())))
	}
	if has["google.protobuf.Duration"] {
		for name, duration := range durations {
			samples := plain
			samples.duration = duration
			add(name, samples.fill(message.New()))
		}
	}
}

// reachable names the kinds of field in message and the messages under it, Timestamp and Duration by name.
func reachable(message protoreflect.MessageDescriptor, has map[protoreflect.FullName]bool) map[protoreflect.FullName]bool {
	fields := message.Fields()
	for i := 0; i < fields.Len(); i++ {
		field := fields.Get(i)
		if field.Cardinality() == protoreflect.Repeated {
			has["repeated"] = true
		}
		switch kind := field.Kind(); kind {
		case protoreflect.Int32Kind, protoreflect.Int64Kind, protoreflect.Uint32Kind:
			has["integer"] = true
		case protoreflect.MessageKind:
			if isKnown(field.Message()) {
				has["message"] = true
				has[field.Message().FullName()] = true
				continue
			}
			if !field.IsMap() {
				has["message"] = true
			}
			reachable(field.Message(), has)
		default:
			has[protoreflect.FullName(kind.String())] = true
		}
	}
	return has
}

func isKnown(message protoreflect.MessageDescriptor) bool {
	return message.ParentFile().Package() == "google.protobuf"
}

// withUnknown appends one field of each common wire type that the schema does not have.
func withUnknown(message protoreflect.Message) protoreflect.Message {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Kind() != protoreflect.MessageKind || field.IsMap():
		case field.IsList():
			for i := 0; i < value.List().Len(); i++ {
				withUnknown(value.List().Get(i).Message())
			}
		default:
			withUnknown(value.Message())
		}
		return true
	})
	var raw []byte
	raw = protowire.AppendVarint(protowire.AppendTag(raw, 15000, protowire.VarintType), 1<<63)
	raw = protowire.AppendString(protowire.AppendTag(raw, 15001, protowire.BytesType), "from a later Velero")
	raw = protowire.AppendFixed32(protowire.AppendTag(raw, 15002, protowire.Fixed32Type), 0xdeadbeef)
	raw = protowire.AppendFixed64(protowire.AppendTag(raw, 15003, protowire.Fixed64Type), 0xdeadbeefcafef00d)
	message.SetUnknown(raw)
	return message
}

// emptyElements fills only repeated fields, and each with an empty element before, between and after
// others: elements that a careless conversion drops. A map gets an empty key with an empty value.
func emptyElements(message protoreflect.Message) protoreflect.Message {
	fields := message.Descriptor().Fields()
	for i := 0; i < fields.Len(); i++ {
		switch field := fields.Get(i); {
		case field.IsMap():
			// One entry only: libraries order a key and its own prefix differently.
			empty := protoreflect.ValueOfString("")
			message.Mutable(field).Map().Set(empty.MapKey(), empty)
		case field.IsList():
			list := message.Mutable(field).List()
			list.Append(list.NewElement())
			list.Append(plainSamples().value(field, list.NewElement, 0))
			list.Append(list.NewElement())
			list.Append(list.NewElement())
		case field.Kind() == protoreflect.MessageKind && !isKnown(field.Message()):
			emptyElements(message.Mutable(field).Message())
		}
	}
	return message
}

// emptySubmessages sets each message field to a message that is there and has nothing in it.
func emptySubmessages(message protoreflect.Message) protoreflect.Message {
	fields := message.Descriptor().Fields()
	for i := 0; i < fields.Len(); i++ {
		switch field := fields.Get(i); {
		case field.Kind() != protoreflect.MessageKind || field.IsMap():
		case field.IsList():
			list := message.Mutable(field).List()
			list.Append(list.NewElement())
		default:
			message.Mutable(field)
		}
	}
	return message
}

func withoutTimes(message protoreflect.Message) protoreflect.Message {
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		if field.Kind() != protoreflect.MessageKind || field.Cardinality() == protoreflect.Repeated {
			return true
		}
		if field.Message().FullName() == "google.protobuf.Timestamp" {
			message.Clear(field)
		} else {
			withoutTimes(value.Message())
		}
		return true
	})
	return message
}

func nonASCII() sampler {
	samples := plainSamples()
	samples.text = func(_ protoreflect.FieldDescriptor, index int) string {
		// Two, three and four bytes of UTF-8, a combining mark, a NUL, the last code point.
		return []string{"grün-漢字-🚢-e\u0301", "\x00-\u2028-\U0010ffff"}[index]
	}
	samples.bytes = func(protoreflect.FieldDescriptor, int) []byte {
		return []byte("{\"grün\":\"漢字 🚢\"}\x00\xff\xfe\xc3")
	}
	return samples
}

func integers(as64 int64, as32 int32, as32unsigned uint32) sampler {
	samples := plainSamples()
	samples.integer = func(field protoreflect.FieldDescriptor) int64 {
		if field.Kind() == protoreflect.Int32Kind {
			return int64(as32)
		}
		return as64
	}
	samples.unsigned = func() uint64 { return uint64(as32unsigned) }
	return samples
}
