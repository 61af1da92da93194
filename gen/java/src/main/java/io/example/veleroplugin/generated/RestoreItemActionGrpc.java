package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
 * through an adapter to version 2, without asynchronous operations and without waiting for
 * additional items.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RestoreItemActionGrpc {

  private RestoreItemActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.RestoreItemAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest,
      io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest,
      io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest, io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = RestoreItemActionGrpc.getAppliesToMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getAppliesToMethod = RestoreItemActionGrpc.getAppliesToMethod) == null) {
          RestoreItemActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest, io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionExecuteRequest,
      io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> getExecuteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Execute",
      requestType = io.example.veleroplugin.generated.RestoreItemActionExecuteRequest.class,
      responseType = io.example.veleroplugin.generated.RestoreItemActionExecuteResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionExecuteRequest,
      io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> getExecuteMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.RestoreItemActionExecuteRequest, io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> getExecuteMethod;
    if ((getExecuteMethod = RestoreItemActionGrpc.getExecuteMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getExecuteMethod = RestoreItemActionGrpc.getExecuteMethod) == null) {
          RestoreItemActionGrpc.getExecuteMethod = getExecuteMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.RestoreItemActionExecuteRequest, io.example.veleroplugin.generated.RestoreItemActionExecuteResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Execute"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.RestoreItemActionExecuteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.RestoreItemActionExecuteResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("Execute"))
              .build();
        }
      }
    }
    return getExecuteMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RestoreItemActionStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionStub>() {
        @java.lang.Override
        public RestoreItemActionStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RestoreItemActionStub(channel, callOptions);
        }
      };
    return RestoreItemActionStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RestoreItemActionBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionBlockingV2Stub>() {
        @java.lang.Override
        public RestoreItemActionBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RestoreItemActionBlockingV2Stub(channel, callOptions);
        }
      };
    return RestoreItemActionBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RestoreItemActionBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionBlockingStub>() {
        @java.lang.Override
        public RestoreItemActionBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RestoreItemActionBlockingStub(channel, callOptions);
        }
      };
    return RestoreItemActionBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RestoreItemActionFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RestoreItemActionFutureStub>() {
        @java.lang.Override
        public RestoreItemActionFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RestoreItemActionFutureStub(channel, callOptions);
        }
      };
    return RestoreItemActionFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it, drop it or name others to restore before it. An error is
     * recorded against the item, which then is not restored.
     * </pre>
     */
    default void execute(io.example.veleroplugin.generated.RestoreItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RestoreItemAction.
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public static abstract class RestoreItemActionImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RestoreItemActionGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public static final class RestoreItemActionStub
      extends io.grpc.stub.AbstractAsyncStub<RestoreItemActionStub> {
    private RestoreItemActionStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RestoreItemActionStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RestoreItemActionStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    public void appliesTo(io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it, drop it or name others to restore before it. An error is
     * recorded against the item, which then is not restored.
     * </pre>
     */
    public void execute(io.example.veleroplugin.generated.RestoreItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public static final class RestoreItemActionBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RestoreItemActionBlockingV2Stub> {
    private RestoreItemActionBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RestoreItemActionBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RestoreItemActionBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    public io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, drop it or name others to restore before it. An error is
     * recorded against the item, which then is not restored.
     * </pre>
     */
    public io.example.veleroplugin.generated.RestoreItemActionExecuteResponse execute(io.example.veleroplugin.generated.RestoreItemActionExecuteRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public static final class RestoreItemActionBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RestoreItemActionBlockingStub> {
    private RestoreItemActionBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RestoreItemActionBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RestoreItemActionBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    public io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, drop it or name others to restore before it. An error is
     * recorded against the item, which then is not restored.
     * </pre>
     */
    public io.example.veleroplugin.generated.RestoreItemActionExecuteResponse execute(io.example.veleroplugin.generated.RestoreItemActionExecuteRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore before they are created. Hosts from Velero 1.11 on call it
   * through an adapter to version 2, without asynchronous operations and without waiting for
   * additional items.
   * </pre>
   */
  public static final class RestoreItemActionFutureStub
      extends io.grpc.stub.AbstractFutureStub<RestoreItemActionFutureStub> {
    private RestoreItemActionFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RestoreItemActionFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RestoreItemActionFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, drop it or name others to restore before it. An error is
     * recorded against the item, which then is not restored.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.RestoreItemActionExecuteResponse> execute(
        io.example.veleroplugin.generated.RestoreItemActionExecuteRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_APPLIES_TO = 0;
  private static final int METHODID_EXECUTE = 1;

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
        case METHODID_APPLIES_TO:
          serviceImpl.appliesTo((io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_EXECUTE:
          serviceImpl.execute((io.example.veleroplugin.generated.RestoreItemActionExecuteRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.RestoreItemActionExecuteResponse>) responseObserver);
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
          getAppliesToMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.RestoreItemActionAppliesToRequest,
              io.example.veleroplugin.generated.RestoreItemActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getExecuteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.RestoreItemActionExecuteRequest,
              io.example.veleroplugin.generated.RestoreItemActionExecuteResponse>(
                service, METHODID_EXECUTE)))
        .build();
  }

  private static abstract class RestoreItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RestoreItemActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.RestoreItemActionOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RestoreItemAction");
    }
  }

  private static final class RestoreItemActionFileDescriptorSupplier
      extends RestoreItemActionBaseDescriptorSupplier {
    RestoreItemActionFileDescriptorSupplier() {}
  }

  private static final class RestoreItemActionMethodDescriptorSupplier
      extends RestoreItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RestoreItemActionMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (RestoreItemActionGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RestoreItemActionFileDescriptorSupplier())
              .addMethod(getAppliesToMethod())
              .addMethod(getExecuteMethod())
              .build();
        }
      }
    }
    return result;
  }
}
