package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
 * adapter to version 2, without asynchronous operations.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class BackupItemActionGrpc {

  private BackupItemActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.BackupItemAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.BackupItemActionAppliesToRequest,
      io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.generated.BackupItemActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.generated.BackupItemActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.BackupItemActionAppliesToRequest,
      io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.BackupItemActionAppliesToRequest, io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = BackupItemActionGrpc.getAppliesToMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getAppliesToMethod = BackupItemActionGrpc.getAppliesToMethod) == null) {
          BackupItemActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.BackupItemActionAppliesToRequest, io.example.veleroplugin.generated.BackupItemActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.BackupItemActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.BackupItemActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ExecuteRequest,
      io.example.veleroplugin.generated.ExecuteResponse> getExecuteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Execute",
      requestType = io.example.veleroplugin.generated.ExecuteRequest.class,
      responseType = io.example.veleroplugin.generated.ExecuteResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ExecuteRequest,
      io.example.veleroplugin.generated.ExecuteResponse> getExecuteMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ExecuteRequest, io.example.veleroplugin.generated.ExecuteResponse> getExecuteMethod;
    if ((getExecuteMethod = BackupItemActionGrpc.getExecuteMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getExecuteMethod = BackupItemActionGrpc.getExecuteMethod) == null) {
          BackupItemActionGrpc.getExecuteMethod = getExecuteMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.ExecuteRequest, io.example.veleroplugin.generated.ExecuteResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Execute"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ExecuteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ExecuteResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("Execute"))
              .build();
        }
      }
    }
    return getExecuteMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static BackupItemActionStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupItemActionStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupItemActionStub>() {
        @java.lang.Override
        public BackupItemActionStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupItemActionStub(channel, callOptions);
        }
      };
    return BackupItemActionStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static BackupItemActionBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupItemActionBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupItemActionBlockingV2Stub>() {
        @java.lang.Override
        public BackupItemActionBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupItemActionBlockingV2Stub(channel, callOptions);
        }
      };
    return BackupItemActionBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static BackupItemActionBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupItemActionBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupItemActionBlockingStub>() {
        @java.lang.Override
        public BackupItemActionBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupItemActionBlockingStub(channel, callOptions);
        }
      };
    return BackupItemActionBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static BackupItemActionFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BackupItemActionFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BackupItemActionFutureStub>() {
        @java.lang.Override
        public BackupItemActionFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BackupItemActionFutureStub(channel, callOptions);
        }
      };
    return BackupItemActionFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.generated.BackupItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it or name others to back up with it. An error is recorded against
     * the item, which then is not in the backup.
     * </pre>
     */
    default void execute(io.example.veleroplugin.generated.ExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ExecuteResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service BackupItemAction.
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public static abstract class BackupItemActionImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return BackupItemActionGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public static final class BackupItemActionStub
      extends io.grpc.stub.AbstractAsyncStub<BackupItemActionStub> {
    private BackupItemActionStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupItemActionStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupItemActionStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    public void appliesTo(io.example.veleroplugin.generated.BackupItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it or name others to back up with it. An error is recorded against
     * the item, which then is not in the backup.
     * </pre>
     */
    public void execute(io.example.veleroplugin.generated.ExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ExecuteResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public static final class BackupItemActionBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<BackupItemActionBlockingV2Stub> {
    private BackupItemActionBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupItemActionBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupItemActionBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.BackupItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.BackupItemActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it or name others to back up with it. An error is recorded against
     * the item, which then is not in the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.ExecuteResponse execute(io.example.veleroplugin.generated.ExecuteRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public static final class BackupItemActionBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<BackupItemActionBlockingStub> {
    private BackupItemActionBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupItemActionBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupItemActionBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.BackupItemActionAppliesToResponse appliesTo(io.example.veleroplugin.generated.BackupItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it or name others to back up with it. An error is recorded against
     * the item, which then is not in the backup.
     * </pre>
     */
    public io.example.veleroplugin.generated.ExecuteResponse execute(io.example.veleroplugin.generated.ExecuteRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup while it is made. Hosts from Velero 1.11 on call it through an
   * adapter to version 2, without asynchronous operations.
   * </pre>
   */
  public static final class BackupItemActionFutureStub
      extends io.grpc.stub.AbstractFutureStub<BackupItemActionFutureStub> {
    private BackupItemActionFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BackupItemActionFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BackupItemActionFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.BackupItemActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.generated.BackupItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Sees one item and may change it or name others to back up with it. An error is recorded against
     * the item, which then is not in the backup.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.ExecuteResponse> execute(
        io.example.veleroplugin.generated.ExecuteRequest request) {
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
          serviceImpl.appliesTo((io.example.veleroplugin.generated.BackupItemActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.BackupItemActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_EXECUTE:
          serviceImpl.execute((io.example.veleroplugin.generated.ExecuteRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ExecuteResponse>) responseObserver);
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
              io.example.veleroplugin.generated.BackupItemActionAppliesToRequest,
              io.example.veleroplugin.generated.BackupItemActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getExecuteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.ExecuteRequest,
              io.example.veleroplugin.generated.ExecuteResponse>(
                service, METHODID_EXECUTE)))
        .build();
  }

  private static abstract class BackupItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    BackupItemActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.BackupItemActionOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("BackupItemAction");
    }
  }

  private static final class BackupItemActionFileDescriptorSupplier
      extends BackupItemActionBaseDescriptorSupplier {
    BackupItemActionFileDescriptorSupplier() {}
  }

  private static final class BackupItemActionMethodDescriptorSupplier
      extends BackupItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    BackupItemActionMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (BackupItemActionGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new BackupItemActionFileDescriptorSupplier())
              .addMethod(getAppliesToMethod())
              .addMethod(getExecuteMethod())
              .build();
        }
      }
    }
    return result;
  }
}
