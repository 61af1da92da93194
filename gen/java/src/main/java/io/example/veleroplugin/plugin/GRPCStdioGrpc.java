package io.example.veleroplugin.plugin;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Served by every plugin. A host that finds it unimplemented does without the output.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class GRPCStdioGrpc {

  private GRPCStdioGrpc() {}

  public static final java.lang.String SERVICE_NAME = "plugin.GRPCStdio";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<com.google.protobuf.Empty,
      io.example.veleroplugin.plugin.StdioData> getStreamStdioMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StreamStdio",
      requestType = com.google.protobuf.Empty.class,
      responseType = io.example.veleroplugin.plugin.StdioData.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<com.google.protobuf.Empty,
      io.example.veleroplugin.plugin.StdioData> getStreamStdioMethod() {
    io.grpc.MethodDescriptor<com.google.protobuf.Empty, io.example.veleroplugin.plugin.StdioData> getStreamStdioMethod;
    if ((getStreamStdioMethod = GRPCStdioGrpc.getStreamStdioMethod) == null) {
      synchronized (GRPCStdioGrpc.class) {
        if ((getStreamStdioMethod = GRPCStdioGrpc.getStreamStdioMethod) == null) {
          GRPCStdioGrpc.getStreamStdioMethod = getStreamStdioMethod =
              io.grpc.MethodDescriptor.<com.google.protobuf.Empty, io.example.veleroplugin.plugin.StdioData>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StreamStdio"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  com.google.protobuf.Empty.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.plugin.StdioData.getDefaultInstance()))
              .setSchemaDescriptor(new GRPCStdioMethodDescriptorSupplier("StreamStdio"))
              .build();
        }
      }
    }
    return getStreamStdioMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static GRPCStdioStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCStdioStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCStdioStub>() {
        @java.lang.Override
        public GRPCStdioStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCStdioStub(channel, callOptions);
        }
      };
    return GRPCStdioStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static GRPCStdioBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCStdioBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCStdioBlockingV2Stub>() {
        @java.lang.Override
        public GRPCStdioBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCStdioBlockingV2Stub(channel, callOptions);
        }
      };
    return GRPCStdioBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static GRPCStdioBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCStdioBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCStdioBlockingStub>() {
        @java.lang.Override
        public GRPCStdioBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCStdioBlockingStub(channel, callOptions);
        }
      };
    return GRPCStdioBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static GRPCStdioFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<GRPCStdioFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<GRPCStdioFutureStub>() {
        @java.lang.Override
        public GRPCStdioFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new GRPCStdioFutureStub(channel, callOptions);
        }
      };
    return GRPCStdioFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Sends what the plugin's program writes to stdout and stderr. The host opens it once, when it
     * connects, and keeps it open for as long as the plugin lives; what was sent is not sent again.
     * </pre>
     */
    default void streamStdio(com.google.protobuf.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.StdioData> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getStreamStdioMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service GRPCStdio.
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public static abstract class GRPCStdioImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return GRPCStdioGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service GRPCStdio.
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public static final class GRPCStdioStub
      extends io.grpc.stub.AbstractAsyncStub<GRPCStdioStub> {
    private GRPCStdioStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCStdioStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCStdioStub(channel, callOptions);
    }

    /**
     * <pre>
     * Sends what the plugin's program writes to stdout and stderr. The host opens it once, when it
     * connects, and keeps it open for as long as the plugin lives; what was sent is not sent again.
     * </pre>
     */
    public void streamStdio(com.google.protobuf.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.StdioData> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getStreamStdioMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service GRPCStdio.
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public static final class GRPCStdioBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<GRPCStdioBlockingV2Stub> {
    private GRPCStdioBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCStdioBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCStdioBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Sends what the plugin's program writes to stdout and stderr. The host opens it once, when it
     * connects, and keeps it open for as long as the plugin lives; what was sent is not sent again.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, io.example.veleroplugin.plugin.StdioData>
        streamStdio(com.google.protobuf.Empty request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getStreamStdioMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service GRPCStdio.
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public static final class GRPCStdioBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<GRPCStdioBlockingStub> {
    private GRPCStdioBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCStdioBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCStdioBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Sends what the plugin's program writes to stdout and stderr. The host opens it once, when it
     * connects, and keeps it open for as long as the plugin lives; what was sent is not sent again.
     * </pre>
     */
    public java.util.Iterator<io.example.veleroplugin.plugin.StdioData> streamStdio(
        com.google.protobuf.Empty request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getStreamStdioMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service GRPCStdio.
   * <pre>
   * Served by every plugin. A host that finds it unimplemented does without the output.
   * </pre>
   */
  public static final class GRPCStdioFutureStub
      extends io.grpc.stub.AbstractFutureStub<GRPCStdioFutureStub> {
    private GRPCStdioFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected GRPCStdioFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new GRPCStdioFutureStub(channel, callOptions);
    }
  }

  private static final int METHODID_STREAM_STDIO = 0;

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
        case METHODID_STREAM_STDIO:
          serviceImpl.streamStdio((com.google.protobuf.Empty) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.plugin.StdioData>) responseObserver);
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
          getStreamStdioMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              com.google.protobuf.Empty,
              io.example.veleroplugin.plugin.StdioData>(
                service, METHODID_STREAM_STDIO)))
        .build();
  }

  private static abstract class GRPCStdioBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    GRPCStdioBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.plugin.GrpcStdio.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("GRPCStdio");
    }
  }

  private static final class GRPCStdioFileDescriptorSupplier
      extends GRPCStdioBaseDescriptorSupplier {
    GRPCStdioFileDescriptorSupplier() {}
  }

  private static final class GRPCStdioMethodDescriptorSupplier
      extends GRPCStdioBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    GRPCStdioMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (GRPCStdioGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new GRPCStdioFileDescriptorSupplier())
              .addMethod(getStreamStdioMethod())
              .build();
        }
      }
    }
    return result;
  }
}
