package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Served by every plugin file. The host starts the file, makes this one call and kills it; later
 * starts are for work and are not asked again.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class PluginListerGrpc {

  private PluginListerGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.PluginLister";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.Empty,
      io.example.veleroplugin.generated.ListPluginsResponse> getListPluginsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListPlugins",
      requestType = io.example.veleroplugin.generated.Empty.class,
      responseType = io.example.veleroplugin.generated.ListPluginsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.Empty,
      io.example.veleroplugin.generated.ListPluginsResponse> getListPluginsMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.Empty, io.example.veleroplugin.generated.ListPluginsResponse> getListPluginsMethod;
    if ((getListPluginsMethod = PluginListerGrpc.getListPluginsMethod) == null) {
      synchronized (PluginListerGrpc.class) {
        if ((getListPluginsMethod = PluginListerGrpc.getListPluginsMethod) == null) {
          PluginListerGrpc.getListPluginsMethod = getListPluginsMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.Empty, io.example.veleroplugin.generated.ListPluginsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListPlugins"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ListPluginsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new PluginListerMethodDescriptorSupplier("ListPlugins"))
              .build();
        }
      }
    }
    return getListPluginsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static PluginListerStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PluginListerStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PluginListerStub>() {
        @java.lang.Override
        public PluginListerStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PluginListerStub(channel, callOptions);
        }
      };
    return PluginListerStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static PluginListerBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PluginListerBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PluginListerBlockingV2Stub>() {
        @java.lang.Override
        public PluginListerBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PluginListerBlockingV2Stub(channel, callOptions);
        }
      };
    return PluginListerBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static PluginListerBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PluginListerBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PluginListerBlockingStub>() {
        @java.lang.Override
        public PluginListerBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PluginListerBlockingStub(channel, callOptions);
        }
      };
    return PluginListerBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static PluginListerFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<PluginListerFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<PluginListerFutureStub>() {
        @java.lang.Override
        public PluginListerFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new PluginListerFutureStub(channel, callOptions);
        }
      };
    return PluginListerFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Returns everything that the file serves. An error, here or from any other file, ends the start
     * of the Velero server.
     * </pre>
     */
    default void listPlugins(io.example.veleroplugin.generated.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListPluginsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListPluginsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service PluginLister.
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public static abstract class PluginListerImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return PluginListerGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service PluginLister.
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public static final class PluginListerStub
      extends io.grpc.stub.AbstractAsyncStub<PluginListerStub> {
    private PluginListerStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PluginListerStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PluginListerStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns everything that the file serves. An error, here or from any other file, ends the start
     * of the Velero server.
     * </pre>
     */
    public void listPlugins(io.example.veleroplugin.generated.Empty request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListPluginsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListPluginsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service PluginLister.
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public static final class PluginListerBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<PluginListerBlockingV2Stub> {
    private PluginListerBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PluginListerBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PluginListerBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns everything that the file serves. An error, here or from any other file, ends the start
     * of the Velero server.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListPluginsResponse listPlugins(io.example.veleroplugin.generated.Empty request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListPluginsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service PluginLister.
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public static final class PluginListerBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<PluginListerBlockingStub> {
    private PluginListerBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PluginListerBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PluginListerBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns everything that the file serves. An error, here or from any other file, ends the start
     * of the Velero server.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListPluginsResponse listPlugins(io.example.veleroplugin.generated.Empty request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListPluginsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service PluginLister.
   * <pre>
   * Served by every plugin file. The host starts the file, makes this one call and kills it; later
   * starts are for work and are not asked again.
   * </pre>
   */
  public static final class PluginListerFutureStub
      extends io.grpc.stub.AbstractFutureStub<PluginListerFutureStub> {
    private PluginListerFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected PluginListerFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new PluginListerFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns everything that the file serves. An error, here or from any other file, ends the start
     * of the Velero server.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.ListPluginsResponse> listPlugins(
        io.example.veleroplugin.generated.Empty request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListPluginsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LIST_PLUGINS = 0;

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
        case METHODID_LIST_PLUGINS:
          serviceImpl.listPlugins((io.example.veleroplugin.generated.Empty) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListPluginsResponse>) responseObserver);
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
          getListPluginsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.Empty,
              io.example.veleroplugin.generated.ListPluginsResponse>(
                service, METHODID_LIST_PLUGINS)))
        .build();
  }

  private static abstract class PluginListerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    PluginListerBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.PluginListerOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("PluginLister");
    }
  }

  private static final class PluginListerFileDescriptorSupplier
      extends PluginListerBaseDescriptorSupplier {
    PluginListerFileDescriptorSupplier() {}
  }

  private static final class PluginListerMethodDescriptorSupplier
      extends PluginListerBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    PluginListerMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (PluginListerGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new PluginListerFileDescriptorSupplier())
              .addMethod(getListPluginsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
