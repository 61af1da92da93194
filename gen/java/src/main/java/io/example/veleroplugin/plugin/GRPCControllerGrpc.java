package io.example.veleroplugin.plugin;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Served by every plugin.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class GRPCControllerGrpc {

  private GRPCControllerGrpc() {}

  public static final java.lang.String SERVICE_NAME = "plugin.GRPCController";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.Empty,
      io.example.veleroplugin.plugin.Empty> getShutdownMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Shutdown",
      requestType = io.example.veleroplugin.plugin.Empty.class,
      responseType = io.example.veleroplugin.plugin.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.Empty,
      io.example.veleroplugin.plugin.Empty> getShutdownMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.Empty, io.example.veleroplugin.plugin.Empty> getShutdownMethod;
    if ((getShutdownMethod = GRPCControllerGrpc.getShutdownMethod) == null) {
      synchronized (GRPCControllerGrpc.class) {
        if ((getShutdownMethod = GRPCControllerGrpc.getShutdownMethod) == null) {
          GRPCControllerGrpc.getShutdownMethod = getShutdownMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.plugin.Empty, io.example.veleroplugin.plugin.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Shutdown"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.plugin.Empty.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.plugin.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new GRPCControllerMethodDescriptorSupplier("Shutdown"))
              .build();
        }
      }
    }
    return getShutdownMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static GRPCControllerStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCControllerStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCControllerStub>() {
        @java.lang.Override
        public GRPCControllerStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCControllerStub(channel, callOptions);
        }
      };
    return GRPCControllerStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static GRPCControllerBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCControllerBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCControllerBlockingV2Stub>() {
        @java.lang.Override
        public GRPCControllerBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCControllerBlockingV2Stub(channel, callOptions);
        }
      };
    return GRPCControllerBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static GRPCControllerBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCControllerBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCControllerBlockingStub>() {
        @java.lang.Override
        public GRPCControllerBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCControllerBlockingStub(channel, callOptions);
        }
      };
    return GRPCControllerBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static GRPCControllerFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCControllerFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCControllerFutureStub>() {
        @java.lang.Override
        public GRPCControllerFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCControllerFutureStub(channel, callOptions);
        }
      };
    return GRPCControllerFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Asks the plugin to exit. The host waits for two seconds after the answer, or after the
     * connection breaks, and then sends SIGKILL.
     * </pre>
     */
    default void shutdown(io.example.veleroplugin.plugin.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getShutdownMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service GRPCController.
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public static abstract class GRPCControllerImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return GRPCControllerGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service GRPCController.
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public static final class GRPCControllerStub
      extends io.grpc.stub.AbstractAsyncStub<GRPCControllerStub> {
    private GRPCControllerStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCControllerStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCControllerStub(channel, callOptions);
    }

    /**
     * <pre>
     * Asks the plugin to exit. The host waits for two seconds after the answer, or after the
     * connection breaks, and then sends SIGKILL.
     * </pre>
     */
    public void shutdown(io.example.veleroplugin.plugin.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getShutdownMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service GRPCController.
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public static final class GRPCControllerBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<GRPCControllerBlockingV2Stub> {
    private GRPCControllerBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCControllerBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCControllerBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Asks the plugin to exit. The host waits for two seconds after the answer, or after the
     * connection breaks, and then sends SIGKILL.
     * </pre>
     */
    public io.example.veleroplugin.plugin.Empty shutdown(io.example.veleroplugin.plugin.Empty request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getShutdownMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service GRPCController.
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public static final class GRPCControllerBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<GRPCControllerBlockingStub> {
    private GRPCControllerBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCControllerBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCControllerBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Asks the plugin to exit. The host waits for two seconds after the answer, or after the
     * connection breaks, and then sends SIGKILL.
     * </pre>
     */
    public io.example.veleroplugin.plugin.Empty shutdown(io.example.veleroplugin.plugin.Empty request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getShutdownMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service GRPCController.
   * <pre>
   * Served by every plugin.
   * </pre>
   */
  public static final class GRPCControllerFutureStub
      extends io.grpc.stub.AbstractFutureStub<GRPCControllerFutureStub> {
    private GRPCControllerFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCControllerFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCControllerFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Asks the plugin to exit. The host waits for two seconds after the answer, or after the
     * connection breaks, and then sends SIGKILL.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.plugin.Empty> shutdown(
        io.example.veleroplugin.plugin.Empty request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getShutdownMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_SHUTDOWN = 0;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_SHUTDOWN:
          serviceImpl.shutdown((io.example.veleroplugin.plugin.Empty) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.Empty>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getShutdownMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.plugin.Empty,
              io.example.veleroplugin.plugin.Empty>(
                service, METHODID_SHUTDOWN)))
        .build();
  }

  private static abstract class GRPCControllerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    GRPCControllerBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.plugin.GrpcController.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("GRPCController");
    }
  }

  private static final class GRPCControllerFileDescriptorSupplier
      extends GRPCControllerBaseDescriptorSupplier {
    GRPCControllerFileDescriptorSupplier() {}
  }

  private static final class GRPCControllerMethodDescriptorSupplier
      extends GRPCControllerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    GRPCControllerMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (GRPCControllerGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new GRPCControllerFileDescriptorSupplier())
              .addMethod(getShutdownMethod())
              .build();
        }
      }
    }
    return result;
  }
}
