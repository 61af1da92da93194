package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called for the items of a backup before its files are deleted from the object store.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class DeleteItemActionGrpc {

  private DeleteItemActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.DeleteItemAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest,
      io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest,
      io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest, io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = DeleteItemActionGrpc.getAppliesToMethod) == null) {
      synchronized (DeleteItemActionGrpc.class) {
        if ((getAppliesToMethod = DeleteItemActionGrpc.getAppliesToMethod) == null) {
          DeleteItemActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest, io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new DeleteItemActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionExecuteRequest,
      io.example.veleroplugin.generated.Empty> getExecuteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Execute",
      requestType = io.example.veleroplugin.generated.DeleteItemActionExecuteRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionExecuteRequest,
      io.example.veleroplugin.generated.Empty> getExecuteMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteItemActionExecuteRequest, io.example.veleroplugin.generated.Empty> getExecuteMethod;
    if ((getExecuteMethod = DeleteItemActionGrpc.getExecuteMethod) == null) {
      synchronized (DeleteItemActionGrpc.class) {
        if ((getExecuteMethod = DeleteItemActionGrpc.getExecuteMethod) == null) {
          DeleteItemActionGrpc.getExecuteMethod = getExecuteMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.DeleteItemActionExecuteRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Execute"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.DeleteItemActionExecuteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new DeleteItemActionMethodDescriptorSupplier("Execute"))
              .build();
        }
      }
    }
    return getExecuteMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static DeleteItemActionStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionStub>() {
        @java.lang.Override
        public DeleteItemActionStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new DeleteItemActionStub(channel, callOptions);
        }
      };
    return DeleteItemActionStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static DeleteItemActionBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionBlockingV2Stub>() {
        @java.lang.Override
        public DeleteItemActionBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new DeleteItemActionBlockingV2Stub(channel, callOptions);
        }
      };
    return DeleteItemActionBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static DeleteItemActionBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionBlockingStub>() {
        @java.lang.Override
        public DeleteItemActionBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new DeleteItemActionBlockingStub(channel, callOptions);
        }
      };
    return DeleteItemActionBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static DeleteItemActionFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<DeleteItemActionFutureStub>() {
        @java.lang.Override
        public DeleteItemActionFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new DeleteItemActionFutureStub(channel, callOptions);
        }
      };
    return DeleteItemActionFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items Execute is for. An error fails the deletion of the backup.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Cleans up after one item. The host logs an error and goes on: the backup is deleted in any
     * case, and the item never comes again.
     * </pre>
     */
    default void execute(io.example.veleroplugin.generated.DeleteItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service DeleteItemAction.
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public static abstract class DeleteItemActionImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return DeleteItemActionGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service DeleteItemAction.
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public static final class DeleteItemActionStub
      extends io.grpc.stub.AbstractAsyncStub<DeleteItemActionStub> {
    private DeleteItemActionStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected DeleteItemActionStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new DeleteItemActionStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the deletion of the backup.
     * </pre>
     */
    public void appliesTo(io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Cleans up after one item. The host logs an error and goes on: the backup is deleted in any
     * case, and the item never comes again.
     * </pre>
     */
    public void execute(io.example.veleroplugin.generated.DeleteItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service DeleteItemAction.
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public static final class DeleteItemActionBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<DeleteItemActionBlockingV2Stub> {
    private DeleteItemActionBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected DeleteItemActionBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new DeleteItemActionBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the deletion of the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Cleans up after one item. The host logs an error and goes on: the backup is deleted in any
     * case, and the item never comes again.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty execute(io.example.veleroplugin.generated.DeleteItemActionExecuteRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service DeleteItemAction.
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public static final class DeleteItemActionBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<DeleteItemActionBlockingStub> {
    private DeleteItemActionBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected DeleteItemActionBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new DeleteItemActionBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the deletion of the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Cleans up after one item. The host logs an error and goes on: the backup is deleted in any
     * case, and the item never comes again.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty execute(io.example.veleroplugin.generated.DeleteItemActionExecuteRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service DeleteItemAction.
   * <pre>
   * Called for the items of a backup before its files are deleted from the object store.
   * </pre>
   */
  public static final class DeleteItemActionFutureStub
      extends io.grpc.stub.AbstractFutureStub<DeleteItemActionFutureStub> {
    private DeleteItemActionFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected DeleteItemActionFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new DeleteItemActionFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the deletion of the backup.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Cleans up after one item. The host logs an error and goes on: the backup is deleted in any
     * case, and the item never comes again.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.Empty> execute(
        io.example.veleroplugin.generated.DeleteItemActionExecuteRequest request) {
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
          serviceImpl.appliesTo((io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_EXECUTE:
          serviceImpl.execute((io.example.veleroplugin.generated.DeleteItemActionExecuteRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
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
              io.example.veleroplugin.generated.DeleteItemActionAppliesToRequest,
              io.example.veleroplugin.generated.DeleteItemActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getExecuteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.DeleteItemActionExecuteRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_EXECUTE)))
        .build();
  }

  private static abstract class DeleteItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    DeleteItemActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.DeleteItemActionOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("DeleteItemAction");
    }
  }

  private static final class DeleteItemActionFileDescriptorSupplier
      extends DeleteItemActionBaseDescriptorSupplier {
    DeleteItemActionFileDescriptorSupplier() {}
  }

  private static final class DeleteItemActionMethodDescriptorSupplier
      extends DeleteItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    DeleteItemActionMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (DeleteItemActionGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new DeleteItemActionFileDescriptorSupplier())
              .addMethod(getAppliesToMethod())
              .addMethod(getExecuteMethod())
              .build();
        }
      }
    }
    return result;
  }
}
