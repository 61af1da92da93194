import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import io.example.veleroplugin.generated.BackupItemActionAppliesToRequest;
import io.example.veleroplugin.generated.BackupItemActionAppliesToResponse;
import io.example.veleroplugin.generated.BackupItemActionGrpc;
import io.example.veleroplugin.generated.ExecuteRequest;
import io.example.veleroplugin.generated.ExecuteResponse;
import io.example.veleroplugin.generated.ListPluginsResponse;
import io.example.veleroplugin.generated.PluginIdentifier;
import io.example.veleroplugin.generated.PluginListerGrpc;
import io.example.veleroplugin.generated.ResourceSelector;
import io.example.veleroplugin.plugin.ConnInfo;
import io.example.veleroplugin.plugin.GRPCBrokerGrpc;
import io.example.veleroplugin.plugin.GRPCControllerGrpc;
import io.example.veleroplugin.plugin.GRPCStdioGrpc;
import io.example.veleroplugin.plugin.StdioData;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.unix.DomainSocketAddress;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** A Velero plugin on the stubs and grpc-java: a BackupItemAction v1 that labels pods. */
final class Plugin {
  private static final String NAME = "example.io/label-by-java";

  private static final class Action extends BackupItemActionGrpc.BackupItemActionImplBase {
    @Override
    public void appliesTo(
        BackupItemActionAppliesToRequest request, StreamObserver<BackupItemActionAppliesToResponse> answer) {
      ResourceSelector pods = ResourceSelector.newBuilder().addIncludedResources("pods").build();
      reply(answer, request.getPlugin(), () -> BackupItemActionAppliesToResponse.newBuilder().setResourceSelector(pods).build());
    }

    @Override
    public void execute(ExecuteRequest request, StreamObserver<ExecuteResponse> answer) {
      reply(answer, request.getPlugin(), () -> {
        parse(request.getBackup());
        JsonObject item = parse(request.getItem());
        child(child(item, "metadata"), "labels").addProperty("example.io/labelled-by", "java");
        return ExecuteResponse.newBuilder().setItem(ByteString.copyFromUtf8(item.toString())).build();
      });
    }

    private static <T> void reply(StreamObserver<T> answer, String plugin, Supplier<T> result) {
      try {
        if (!plugin.equals(NAME)) {
          throw new IllegalArgumentException("plugin: " + plugin + " was not found or has an invalid name format");
        }
        answer.onNext(result.get());
        answer.onCompleted();
      } catch (IllegalArgumentException | IllegalStateException | JsonParseException error) {
        answer.onError(Status.UNKNOWN.withDescription(error.getMessage()).asRuntimeException());
      }
    }

    private static JsonObject parse(ByteString json) {
      return JsonParser.parseString(json.toStringUtf8()).getAsJsonObject();
    }

    private static JsonObject child(JsonObject object, String key) {
      if (!object.has(key)) {
        object.add(key, new JsonObject());
      }
      return object.getAsJsonObject(key);
    }
  }

  private static final class Lister extends PluginListerGrpc.PluginListerImplBase {
    @Override
    public void listPlugins(
        io.example.veleroplugin.generated.Empty request, StreamObserver<ListPluginsResponse> answer) {
      PluginIdentifier plugin =
          PluginIdentifier.newBuilder().setCommand(System.getProperty("plugin.file", "plugin"))
              .setKind("BackupItemAction").setName(NAME).build();
      answer.onNext(ListPluginsResponse.newBuilder().addPlugins(plugin).build());
      answer.onCompleted();
    }
  }

  private static final class Controller extends GRPCControllerGrpc.GRPCControllerImplBase {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void shutdown(
        io.example.veleroplugin.plugin.Empty request, StreamObserver<io.example.veleroplugin.plugin.Empty> answer) {
      answer.onNext(request);
      answer.onCompleted();
      ended.countDown();
    }
  }

  /** Stays open, without a word, until the host closes it. */
  private static final class Stdio extends GRPCStdioGrpc.GRPCStdioImplBase {
    @Override
    public void streamStdio(Empty request, StreamObserver<StdioData> answer) {}
  }

  /** Stays open as well. */
  private static final class Broker extends GRPCBrokerGrpc.GRPCBrokerImplBase {
    @Override
    public StreamObserver<ConnInfo> startStream(StreamObserver<ConnInfo> answer) {
      return new StreamObserver<>() {
        @Override
        public void onNext(ConnInfo information) {}

        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {
          answer.onCompleted();
        }
      };
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (!"hello".equals(System.getenv("VELERO_PLUGIN"))) {
      System.err.println("This is a Velero plugin: Velero starts it.");
      System.exit(1);
    }
    Signal.handle(new Signal("INT"), SignalHandler.SIG_IGN); // a terminal sends it to the host's whole group
    String parent = System.getenv().getOrDefault("PLUGIN_UNIX_SOCKET_DIR", "");
    Path folder =
        Files.createTempDirectory(Path.of(parent.isEmpty() ? System.getProperty("java.io.tmpdir") : parent), "plugin");
    Path socket = folder.resolve("socket");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> {
      socket.toFile().delete();
      folder.toFile().delete();
    }));

    HealthStatusManager health = new HealthStatusManager();
    health.setStatus("plugin", io.grpc.health.v1.HealthCheckResponse.ServingStatus.SERVING);
    Controller controller = new Controller();
    Server server =
        NettyServerBuilder.forAddress(new DomainSocketAddress(socket.toFile()))
            .channelType(EpollServerDomainSocketChannel.class)
            .bossEventLoopGroup(new EpollEventLoopGroup(1))
            .workerEventLoopGroup(new EpollEventLoopGroup(2))
            .maxInboundMessageSize(Integer.MAX_VALUE)
            .addService(health.getHealthService())
            .addService(controller)
            .addService(new Stdio())
            .addService(new Broker())
            .addService(new Lister())
            .addService(new Action())
            .build()
            .start();
    System.out.println("1|2|unix|" + socket + "|grpc|");
    controller.ended.await();
    server.shutdown().awaitTermination(100, java.util.concurrent.TimeUnit.MILLISECONDS);
    System.exit(0);
  }
}
