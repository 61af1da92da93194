import io.example.veleroplugin.v2.BackupItemActionAppliesToRequest;
import io.example.veleroplugin.v2.BackupItemActionAppliesToResponse;
import io.example.veleroplugin.v2.BackupItemActionGrpc;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;

/** Asks a BackupItemAction v2 of a running plugin what it applies to: Client SOCKET NAME. */
final class Client {
  public static void main(String[] arguments) {
    ManagedChannel channel =
        Grpc.newChannelBuilder("unix://" + arguments[0], InsecureChannelCredentials.create()).build();
    try {
      BackupItemActionAppliesToRequest request =
          BackupItemActionAppliesToRequest.newBuilder().setPlugin(arguments[1]).build();
      BackupItemActionAppliesToResponse response = BackupItemActionGrpc.newBlockingStub(channel).appliesTo(request);
      System.out.println(response.getResourceSelector().getIncludedResourcesList());
    } finally {
      channel.shutdownNow();
    }
  }
}
