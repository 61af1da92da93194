import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.example.veleroplugin.generated.Stack;
import io.example.veleroplugin.v2.BackupItemActionCancelRequest;
import io.example.veleroplugin.v2.BackupItemActionGrpc;
import io.example.veleroplugin.v2.BackupItemActionProgressRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes every call once. */
final class Calls {
  private static final String V1_NAME = "example.io/fixed-v1";
  private static final String V2_NAME = "example.io/fixed-v2";
  private static final ByteString ITEM = ByteString.copyFromUtf8("{\"kind\":\"Pod\"}");
  private static final ByteString BROKEN = ByteString.copyFromUtf8("{\"kind\":\"Broken\"}");
  private static final ByteString BACKUP = ByteString.copyFromUtf8("{\"kind\":\"Backup\"}");

  static void call(String socket) throws Exception {
    ManagedChannel channel =
        Grpc.newChannelBuilder("unix://" + socket, InsecureChannelCredentials.create()).build();
    try {
      callV1(io.example.veleroplugin.generated.BackupItemActionGrpc.newBlockingStub(channel));
      callV2(BackupItemActionGrpc.newBlockingStub(channel));
    } finally {
      channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static void callV1(io.example.veleroplugin.generated.BackupItemActionGrpc.BackupItemActionBlockingStub stub)
      throws InvalidProtocolBufferException {
    var appliesTo = io.example.veleroplugin.generated.BackupItemActionAppliesToRequest.newBuilder().setPlugin(V1_NAME);
    var execute =
        io.example.veleroplugin.generated.ExecuteRequest.newBuilder().setPlugin(V1_NAME).setBackup(BACKUP);
    report("v1 AppliesTo", () -> stub.appliesTo(appliesTo.build()));
    report("v1 Execute", () -> stub.execute(execute.setItem(ITEM).build()));
    report("v1 error", () -> stub.execute(execute.setItem(BROKEN).build()));
  }

  private static void callV2(BackupItemActionGrpc.BackupItemActionBlockingStub stub)
      throws InvalidProtocolBufferException {
    var appliesTo = io.example.veleroplugin.v2.BackupItemActionAppliesToRequest.newBuilder().setPlugin(V2_NAME);
    var execute = io.example.veleroplugin.v2.ExecuteRequest.newBuilder().setPlugin(V2_NAME).setBackup(BACKUP);
    var progress = BackupItemActionProgressRequest.newBuilder();
    progress.setPlugin(V2_NAME).setOperationID("operation-1").setBackup(BACKUP);
    var cancel = BackupItemActionCancelRequest.newBuilder();
    cancel.setPlugin(V2_NAME).setOperationID("operation-1").setBackup(BACKUP);
    report("v2 AppliesTo", () -> stub.appliesTo(appliesTo.build()));
    report("v2 Execute", () -> stub.execute(execute.setItem(ITEM).build()));
    report("v2 error", () -> stub.execute(execute.setItem(BROKEN).build()));
    report("v2 Progress", () -> stub.progress(progress.build()));
    report("v2 Cancel", () -> stub.cancel(cancel.build()));
  }

  private static void report(String name, Supplier<Message> call) throws InvalidProtocolBufferException {
    JsonObject line = new JsonObject();
    line.addProperty("call", name);
    line.add("answer", outcome(call));
    System.out.println(line);
  }

  private static JsonElement outcome(Supplier<Message> call) throws InvalidProtocolBufferException {
    try {
      return Conformance.toJson(call.get());
    } catch (StatusRuntimeException error) {
      com.google.rpc.Status status = StatusProto.fromThrowable(error);
      JsonObject line = new JsonObject();
      line.addProperty("code", status.getCode());
      line.addProperty("message", status.getMessage());
      for (Any detail : status.getDetailsList()) {
        if (detail.is(Stack.class)) {
          line.add("stack", Conformance.toJson(detail.unpack(Stack.class)));
        }
      }
      return line;
    }
  }
}
