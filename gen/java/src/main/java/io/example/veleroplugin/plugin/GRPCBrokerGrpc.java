package io.example.veleroplugin.plugin;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
 * when it connects and keeps it open for as long as the plugin lives.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class GRPCBrokerGrpc {

  private GRPCBrokerGrpc() {}

  public static final java.lang.String SERVICE_NAME = "plugin.GRPCBroker";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.ConnInfo,
      io.example.veleroplugin.plugin.ConnInfo> getStartStreamMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StartStream",
      requestType = io.example.veleroplugin.plugin.ConnInfo.class,
      responseType = io.example.veleroplugin.plugin.ConnInfo.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.ConnInfo,
      io.example.veleroplugin.plugin.ConnInfo> getStartStreamMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.plugin.ConnInfo, io.example.veleroplugin.plugin.ConnInfo> getStartStreamMethod;
    if ((getStartStreamMethod = GRPCBrokerGrpc.getStartStreamMethod) == null) {
      synchronized (GRPCBrokerGrpc.class) {
        if ((getStartStreamMethod = GRPCBrokerGrpc.getStartStreamMethod) == null) {
          GRPCBrokerGrpc.getStartStreamMethod = getStartStreamMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.plugin.ConnInfo, io.example.veleroplugin.plugin.ConnInfo>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StartStream"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.plugin.ConnInfo.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.plugin.ConnInfo.getDefaultInstance()))
              .setSchemaDescriptor(new GRPCBrokerMethodDescriptorSupplier("StartStream"))
              .build();
        }
      }
    }
    return getStartStreamMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static GRPCBrokerStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerStub>() {
        @java.lang.Override
        public GRPCBrokerStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCBrokerStub(channel, callOptions);
        }
      };
    return GRPCBrokerStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static GRPCBrokerBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerBlockingV2Stub>() {
        @java.lang.Override
        public GRPCBrokerBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCBrokerBlockingV2Stub(channel, callOptions);
        }
      };
    return GRPCBrokerBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static GRPCBrokerBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerBlockingStub>() {
        @java.lang.Override
        public GRPCBrokerBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCBrokerBlockingStub(channel, callOptions);
        }
      };
    return GRPCBrokerBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static GRPCBrokerFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCBrokerFutureStub>() {
        @java.lang.Override
        public GRPCBrokerFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCBrokerFutureStub(channel, callOptions);
        }
      };
    return GRPCBrokerFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Carries announcements both ways until the host disconnects. A plugin that ends the stream early
     * makes the host log an error; one that does not serve it is not usable by brokered plugins.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.ConnInfo> startStream(
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.ConnInfo> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getStartStreamMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service GRPCBroker.
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public static abstract class GRPCBrokerImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return GRPCBrokerGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service GRPCBroker.
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public static final class GRPCBrokerStub
      extends io.grpc.stub.AbstractAsyncStub<GRPCBrokerStub> {
    private GRPCBrokerStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCBrokerStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCBrokerStub(channel, callOptions);
    }

    /**
     * <pre>
     * Carries announcements both ways until the host disconnects. A plugin that ends the stream early
     * makes the host log an error; one that does not serve it is not usable by brokered plugins.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.ConnInfo> startStream(
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.ConnInfo> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getStartStreamMethod(), getCallOptions()), responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service GRPCBroker.
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public static final class GRPCBrokerBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<GRPCBrokerBlockingV2Stub> {
    private GRPCBrokerBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCBrokerBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCBrokerBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Carries announcements both ways until the host disconnects. A plugin that ends the stream early
     * makes the host log an error; one that does not serve it is not usable by brokered plugins.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<io.example.veleroplugin.plugin.ConnInfo, io.example.veleroplugin.plugin.ConnInfo>
        startStream() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getStartStreamMethod(), getCallOptions());
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service GRPCBroker.
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public static final class GRPCBrokerBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<GRPCBrokerBlockingStub> {
    private GRPCBrokerBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCBrokerBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCBrokerBlockingStub(channel, callOptions);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service GRPCBroker.
   * <pre>
   * Served by every plugin. Velero never arranges a connection, but its go-plugin opens the stream
   * when it connects and keeps it open for as long as the plugin lives.
   * </pre>
   */
  public static final class GRPCBrokerFutureStub
      extends io.grpc.stub.AbstractFutureStub<GRPCBrokerFutureStub> {
    private GRPCBrokerFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCBrokerFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCBrokerFutureStub(channel, callOptions);
    }
  }

  private static final int METHODID_START_STREAM = 0;

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
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_START_STREAM:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.startStream(
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.ConnInfo>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getStartStreamMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              io.example.veleroplugin.plugin.ConnInfo,
              io.example.veleroplugin.plugin.ConnInfo>(
                service, METHODID_START_STREAM)))
        .build();
  }

  private static abstract class GRPCBrokerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    GRPCBrokerBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.plugin.GrpcBroker.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("GRPCBroker");
    }
  }

  private static final class GRPCBrokerFileDescriptorSupplier
      extends GRPCBrokerBaseDescriptorSupplier {
    GRPCBrokerFileDescriptorSupplier() {}
  }

  private static final class GRPCBrokerMethodDescriptorSupplier
      extends GRPCBrokerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    GRPCBrokerMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (GRPCBrokerGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new GRPCBrokerFileDescriptorSupplier())
              .addMethod(getStartStreamMethod())
              .build();
        }
      }
    }
    return result;
  }
}
