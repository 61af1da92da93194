package io.example.veleroplugin.v2;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called for the items of a backup. The process that started an operation in Execute is gone when
 * Progress and Cancel come: the host starts a new one for every round of polling.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class BackupItemActionGrpc {

  private BackupItemActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "v2.BackupItemAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionAppliesToRequest,
      io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.v2.BackupItemActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.v2.BackupItemActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionAppliesToRequest,
      io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionAppliesToRequest, io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = BackupItemActionGrpc.getAppliesToMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getAppliesToMethod = BackupItemActionGrpc.getAppliesToMethod) == null) {
          BackupItemActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.BackupItemActionAppliesToRequest, io.example.veleroplugin.v2.BackupItemActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.BackupItemActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.BackupItemActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.ExecuteRequest,
      io.example.veleroplugin.v2.ExecuteResponse> getExecuteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Execute",
      requestType = io.example.veleroplugin.v2.ExecuteRequest.class,
      responseType = io.example.veleroplugin.v2.ExecuteResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.ExecuteRequest,
      io.example.veleroplugin.v2.ExecuteResponse> getExecuteMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.ExecuteRequest, io.example.veleroplugin.v2.ExecuteResponse> getExecuteMethod;
    if ((getExecuteMethod = BackupItemActionGrpc.getExecuteMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getExecuteMethod = BackupItemActionGrpc.getExecuteMethod) == null) {
          BackupItemActionGrpc.getExecuteMethod = getExecuteMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.ExecuteRequest, io.example.veleroplugin.v2.ExecuteResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Execute"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.ExecuteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.ExecuteResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("Execute"))
              .build();
        }
      }
    }
    return getExecuteMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionProgressRequest,
      io.example.veleroplugin.v2.BackupItemActionProgressResponse> getProgressMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Progress",
      requestType = io.example.veleroplugin.v2.BackupItemActionProgressRequest.class,
      responseType = io.example.veleroplugin.v2.BackupItemActionProgressResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionProgressRequest,
      io.example.veleroplugin.v2.BackupItemActionProgressResponse> getProgressMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionProgressRequest, io.example.veleroplugin.v2.BackupItemActionProgressResponse> getProgressMethod;
    if ((getProgressMethod = BackupItemActionGrpc.getProgressMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getProgressMethod = BackupItemActionGrpc.getProgressMethod) == null) {
          BackupItemActionGrpc.getProgressMethod = getProgressMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.BackupItemActionProgressRequest, io.example.veleroplugin.v2.BackupItemActionProgressResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Progress"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.BackupItemActionProgressRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.BackupItemActionProgressResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("Progress"))
              .build();
        }
      }
    }
    return getProgressMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionCancelRequest,
      com.google.protobuf.Empty> getCancelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Cancel",
      requestType = io.example.veleroplugin.v2.BackupItemActionCancelRequest.class,
      responseType = com.google.protobuf.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionCancelRequest,
      com.google.protobuf.Empty> getCancelMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.BackupItemActionCancelRequest, com.google.protobuf.Empty> getCancelMethod;
    if ((getCancelMethod = BackupItemActionGrpc.getCancelMethod) == null) {
      synchronized (BackupItemActionGrpc.class) {
        if ((getCancelMethod = BackupItemActionGrpc.getCancelMethod) == null) {
          BackupItemActionGrpc.getCancelMethod = getCancelMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.BackupItemActionCancelRequest, com.google.protobuf.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Cancel"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.BackupItemActionCancelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  com.google.protobuf.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new BackupItemActionMethodDescriptorSupplier("Cancel"))
              .build();
        }
      }
    }
    return getCancelMethod;
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
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items Execute is for. An error fails the backup.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.v2.BackupItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it, name others or begin an operation. Called again in the
     * finalizing phase for each of `postOperationItems`. An error is recorded against the item, which
     * then is not in the backup.
     * </pre>
     */
    default void execute(io.example.veleroplugin.v2.ExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.ExecuteResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    default void progress(io.example.veleroplugin.v2.BackupItemActionProgressRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionProgressResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getProgressMethod(), responseObserver);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the backup's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    default void cancel(io.example.veleroplugin.v2.BackupItemActionCancelRequest request,
        io.grpc.stub.StreamObserver<com.google.protobuf.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCancelMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service BackupItemAction.
   * <pre>
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public void appliesTo(io.example.veleroplugin.v2.BackupItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Sees one item and may change it, name others or begin an operation. Called again in the
     * finalizing phase for each of `postOperationItems`. An error is recorded against the item, which
     * then is not in the backup.
     * </pre>
     */
    public void execute(io.example.veleroplugin.v2.ExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.ExecuteResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    public void progress(io.example.veleroplugin.v2.BackupItemActionProgressRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionProgressResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getProgressMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the backup's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public void cancel(io.example.veleroplugin.v2.BackupItemActionCancelRequest request,
        io.grpc.stub.StreamObserver<com.google.protobuf.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCancelMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public io.example.veleroplugin.v2.BackupItemActionAppliesToResponse appliesTo(io.example.veleroplugin.v2.BackupItemActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, name others or begin an operation. Called again in the
     * finalizing phase for each of `postOperationItems`. An error is recorded against the item, which
     * then is not in the backup.
     * </pre>
     */
    public io.example.veleroplugin.v2.ExecuteResponse execute(io.example.veleroplugin.v2.ExecuteRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    public io.example.veleroplugin.v2.BackupItemActionProgressResponse progress(io.example.veleroplugin.v2.BackupItemActionProgressRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getProgressMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the backup's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.protobuf.Empty cancel(io.example.veleroplugin.v2.BackupItemActionCancelRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCancelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public io.example.veleroplugin.v2.BackupItemActionAppliesToResponse appliesTo(io.example.veleroplugin.v2.BackupItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, name others or begin an operation. Called again in the
     * finalizing phase for each of `postOperationItems`. An error is recorded against the item, which
     * then is not in the backup.
     * </pre>
     */
    public io.example.veleroplugin.v2.ExecuteResponse execute(io.example.veleroplugin.v2.ExecuteRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExecuteMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    public io.example.veleroplugin.v2.BackupItemActionProgressResponse progress(io.example.veleroplugin.v2.BackupItemActionProgressRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getProgressMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the backup's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.protobuf.Empty cancel(io.example.veleroplugin.v2.BackupItemActionCancelRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCancelMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service BackupItemAction.
   * <pre>
   * Called for the items of a backup. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.BackupItemActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.v2.BackupItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Sees one item and may change it, name others or begin an operation. Called again in the
     * finalizing phase for each of `postOperationItems`. An error is recorded against the item, which
     * then is not in the backup.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.ExecuteResponse> execute(
        io.example.veleroplugin.v2.ExecuteRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExecuteMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.BackupItemActionProgressResponse> progress(
        io.example.veleroplugin.v2.BackupItemActionProgressRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getProgressMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the backup's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<com.google.protobuf.Empty> cancel(
        io.example.veleroplugin.v2.BackupItemActionCancelRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCancelMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_APPLIES_TO = 0;
  private static final int METHODID_EXECUTE = 1;
  private static final int METHODID_PROGRESS = 2;
  private static final int METHODID_CANCEL = 3;

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
          serviceImpl.appliesTo((io.example.veleroplugin.v2.BackupItemActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_EXECUTE:
          serviceImpl.execute((io.example.veleroplugin.v2.ExecuteRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.ExecuteResponse>) responseObserver);
          break;
        case METHODID_PROGRESS:
          serviceImpl.progress((io.example.veleroplugin.v2.BackupItemActionProgressRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.BackupItemActionProgressResponse>) responseObserver);
          break;
        case METHODID_CANCEL:
          serviceImpl.cancel((io.example.veleroplugin.v2.BackupItemActionCancelRequest) request,
              (io.grpc.stub.StreamObserver<com.google.protobuf.Empty>) responseObserver);
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
              io.example.veleroplugin.v2.BackupItemActionAppliesToRequest,
              io.example.veleroplugin.v2.BackupItemActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getExecuteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.ExecuteRequest,
              io.example.veleroplugin.v2.ExecuteResponse>(
                service, METHODID_EXECUTE)))
        .addMethod(
          getProgressMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.BackupItemActionProgressRequest,
              io.example.veleroplugin.v2.BackupItemActionProgressResponse>(
                service, METHODID_PROGRESS)))
        .addMethod(
          getCancelMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.BackupItemActionCancelRequest,
              com.google.protobuf.Empty>(
                service, METHODID_CANCEL)))
        .build();
  }

  private static abstract class BackupItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    BackupItemActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.v2.BackupItemActionOuterClass.getDescriptor();
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
              .addMethod(getProgressMethod())
              .addMethod(getCancelMethod())
              .build();
        }
      }
    }
    return result;
  }
}
