import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;
import io.example.veleroplugin.generated.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Holds the Java stubs against the golden fixtures and, given the socket of a running plugin, calls it. Prints a line of
 * JSON for each fixture and for each call.
 */
final class Conformance {
  private static final String PACKAGE = "io.example.veleroplugin.";
  private static final JsonFormat.TypeRegistry REGISTRY =
      JsonFormat.TypeRegistry.newBuilder().add(Stack.getDescriptor()).build();

  public static void main(String[] arguments) throws Exception {
    Path golden = Path.of(arguments[0]);
    JsonObject manifest = parse(golden.resolve("manifest.json")).getAsJsonObject();
    for (JsonElement entry : manifest.getAsJsonArray("fixtures")) {
      JsonObject fixture = entry.getAsJsonObject();
      JsonObject line = new JsonObject();
      line.add("fixture", fixture.get("file"));
      line.addProperty("problem", guarded(golden, fixture));
      System.out.println(line);
    }
    if (arguments.length > 1) {
      Calls.call(arguments[1]);
    }
  }

  static JsonElement toJson(Message message) throws InvalidProtocolBufferException {
    return JsonParser.parseString(JsonFormat.printer().usingTypeRegistry(REGISTRY).print(message));
  }

  private static String guarded(Path golden, JsonObject fixture) throws IOException {
    try {
      return problem(golden, fixture);
    } catch (InvalidProtocolBufferException error) {
      return "cannot be read: " + error.getMessage();
    } catch (ReflectiveOperationException error) {
      return "no such message: " + error;
    }
  }

  /** Says what the stubs read or write differently from Velero; empty for nothing. */
  private static String problem(Path golden, JsonObject fixture) throws IOException, ReflectiveOperationException {
    byte[] wire = Files.readAllBytes(golden.resolve(fixture.get("file").getAsString()));
    Path twin = golden.resolve(fixture.get("json").getAsString());
    Message prototype = prototype(fixture.get("message").getAsString());
    if (!Arrays.equals(encode(prototype.getParserForType().parseFrom(wire)), wire)) {
      return "encodes to other bytes";
    }
    Message known = DiscardUnknownFieldsParser.wrap(prototype.getParserForType()).parseFrom(wire);
    Message.Builder parsed = prototype.newBuilderForType();
    JsonFormat.parser().usingTypeRegistry(REGISTRY).merge(Files.readString(twin), parsed);
    if (!known.equals(parsed.build())) {
      return "differs from its JSON twin";
    }
    return toJson(known).equals(parse(twin)) ? "" : "is written as other JSON";
  }

  /** Returns the generated class's empty message, by the message's full name. */
  private static Message prototype(String name) throws ReflectiveOperationException {
    int end = name.indexOf('.');
    String found = PACKAGE + name.substring(0, end + 1) + name.substring(end + 1).replace('.', '$');
    Class<?> kind = Class.forName(name.equals("google.rpc.Status") ? "com.google.rpc.Status" : found);
    return (Message) kind.getMethod("getDefaultInstance").invoke(null);
  }

  private static byte[] encode(Message message) throws IOException {
    byte[] encoded = new byte[message.getSerializedSize()];
    CodedOutputStream output = CodedOutputStream.newInstance(encoded);
    output.useDeterministicSerialization(); // maps in the order of their keys
    message.writeTo(output);
    output.checkNoSpaceLeft();
    return encoded;
  }

  private static JsonElement parse(Path file) throws IOException {
    return JsonParser.parseString(Files.readString(file));
  }
}
