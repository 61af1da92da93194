package io.example.veleroplugin.v2;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called for the items of a restore. The process that started an operation in Execute is gone when
 * Progress and Cancel come: the host starts a new one for every round of polling.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RestoreItemActionGrpc {

  private RestoreItemActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "v2.RestoreItemAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest,
      io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest,
      io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest, io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = RestoreItemActionGrpc.getAppliesToMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getAppliesToMethod = RestoreItemActionGrpc.getAppliesToMethod) == null) {
          RestoreItemActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest, io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionExecuteRequest,
      io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> getExecuteMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Execute",
      requestType = io.example.veleroplugin.v2.RestoreItemActionExecuteRequest.class,
      responseType = io.example.veleroplugin.v2.RestoreItemActionExecuteResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionExecuteRequest,
      io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> getExecuteMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionExecuteRequest, io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> getExecuteMethod;
    if ((getExecuteMethod = RestoreItemActionGrpc.getExecuteMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getExecuteMethod = RestoreItemActionGrpc.getExecuteMethod) == null) {
          RestoreItemActionGrpc.getExecuteMethod = getExecuteMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.RestoreItemActionExecuteRequest, io.example.veleroplugin.v2.RestoreItemActionExecuteResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Execute"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionExecuteRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionExecuteResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("Execute"))
              .build();
        }
      }
    }
    return getExecuteMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionProgressRequest,
      io.example.veleroplugin.v2.RestoreItemActionProgressResponse> getProgressMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Progress",
      requestType = io.example.veleroplugin.v2.RestoreItemActionProgressRequest.class,
      responseType = io.example.veleroplugin.v2.RestoreItemActionProgressResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionProgressRequest,
      io.example.veleroplugin.v2.RestoreItemActionProgressResponse> getProgressMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionProgressRequest, io.example.veleroplugin.v2.RestoreItemActionProgressResponse> getProgressMethod;
    if ((getProgressMethod = RestoreItemActionGrpc.getProgressMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getProgressMethod = RestoreItemActionGrpc.getProgressMethod) == null) {
          RestoreItemActionGrpc.getProgressMethod = getProgressMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.RestoreItemActionProgressRequest, io.example.veleroplugin.v2.RestoreItemActionProgressResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Progress"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionProgressRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionProgressResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("Progress"))
              .build();
        }
      }
    }
    return getProgressMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionCancelRequest,
      com.google.protobuf.Empty> getCancelMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Cancel",
      requestType = io.example.veleroplugin.v2.RestoreItemActionCancelRequest.class,
      responseType = com.google.protobuf.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionCancelRequest,
      com.google.protobuf.Empty> getCancelMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionCancelRequest, com.google.protobuf.Empty> getCancelMethod;
    if ((getCancelMethod = RestoreItemActionGrpc.getCancelMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getCancelMethod = RestoreItemActionGrpc.getCancelMethod) == null) {
          RestoreItemActionGrpc.getCancelMethod = getCancelMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.RestoreItemActionCancelRequest, com.google.protobuf.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Cancel"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionCancelRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  com.google.protobuf.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("Cancel"))
              .build();
        }
      }
    }
    return getCancelMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest,
      io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> getAreAdditionalItemsReadyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AreAdditionalItemsReady",
      requestType = io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest.class,
      responseType = io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest,
      io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> getAreAdditionalItemsReadyMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest, io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> getAreAdditionalItemsReadyMethod;
    if ((getAreAdditionalItemsReadyMethod = RestoreItemActionGrpc.getAreAdditionalItemsReadyMethod) == null) {
      synchronized (RestoreItemActionGrpc.class) {
        if ((getAreAdditionalItemsReadyMethod = RestoreItemActionGrpc.getAreAdditionalItemsReadyMethod) == null) {
          RestoreItemActionGrpc.getAreAdditionalItemsReadyMethod = getAreAdditionalItemsReadyMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest, io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AreAdditionalItemsReady"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RestoreItemActionMethodDescriptorSupplier("AreAdditionalItemsReady"))
              .build();
        }
      }
    }
    return getAreAdditionalItemsReadyMethod;
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
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items Execute is for. An error fails the restore.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Sees one item before it is created and may change it, drop it, name others or begin an
     * operation. An error is recorded against the item, which then is not restored.
     * </pre>
     */
    default void execute(io.example.veleroplugin.v2.RestoreItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExecuteMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells how far an operation is. Asked every ten seconds or so for each open operation once all
     * items are through. An error makes the operation Failed and is not asked again, so a passing
     * trouble must not be one.
     * </pre>
     */
    default void progress(io.example.veleroplugin.v2.RestoreItemActionProgressRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionProgressResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getProgressMethod(), responseObserver);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the restore's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    default void cancel(io.example.veleroplugin.v2.RestoreItemActionCancelRequest request,
        io.grpc.stub.StreamObserver<com.google.protobuf.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCancelMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells whether the additional items are usable. Asked once a second before the item itself is
     * created, and only when Execute asked for it by `waitForAdditionalItems`. An error ends the
     * waiting and is recorded; the item is created all the same.
     * </pre>
     */
    default void areAdditionalItemsReady(io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAreAdditionalItemsReadyMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RestoreItemAction.
   * <pre>
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public void appliesTo(io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Sees one item before it is created and may change it, drop it, name others or begin an
     * operation. An error is recorded against the item, which then is not restored.
     * </pre>
     */
    public void execute(io.example.veleroplugin.v2.RestoreItemActionExecuteRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> responseObserver) {
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
    public void progress(io.example.veleroplugin.v2.RestoreItemActionProgressRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionProgressResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getProgressMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the restore's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public void cancel(io.example.veleroplugin.v2.RestoreItemActionCancelRequest request,
        io.grpc.stub.StreamObserver<com.google.protobuf.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCancelMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells whether the additional items are usable. Asked once a second before the item itself is
     * created, and only when Execute asked for it by `waitForAdditionalItems`. An error ends the
     * waiting and is recorded; the item is created all the same.
     * </pre>
     */
    public void areAdditionalItemsReady(io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAreAdditionalItemsReadyMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse appliesTo(io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item before it is created and may change it, drop it, name others or begin an
     * operation. An error is recorded against the item, which then is not restored.
     * </pre>
     */
    public io.example.veleroplugin.v2.RestoreItemActionExecuteResponse execute(io.example.veleroplugin.v2.RestoreItemActionExecuteRequest request) throws io.grpc.StatusException {
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
    public io.example.veleroplugin.v2.RestoreItemActionProgressResponse progress(io.example.veleroplugin.v2.RestoreItemActionProgressRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getProgressMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the restore's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.protobuf.Empty cancel(io.example.veleroplugin.v2.RestoreItemActionCancelRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCancelMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells whether the additional items are usable. Asked once a second before the item itself is
     * created, and only when Execute asked for it by `waitForAdditionalItems`. An error ends the
     * waiting and is recorded; the item is created all the same.
     * </pre>
     */
    public io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse areAdditionalItemsReady(io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAreAdditionalItemsReadyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse appliesTo(io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Sees one item before it is created and may change it, drop it, name others or begin an
     * operation. An error is recorded against the item, which then is not restored.
     * </pre>
     */
    public io.example.veleroplugin.v2.RestoreItemActionExecuteResponse execute(io.example.veleroplugin.v2.RestoreItemActionExecuteRequest request) {
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
    public io.example.veleroplugin.v2.RestoreItemActionProgressResponse progress(io.example.veleroplugin.v2.RestoreItemActionProgressRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getProgressMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the restore's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.protobuf.Empty cancel(io.example.veleroplugin.v2.RestoreItemActionCancelRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCancelMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells whether the additional items are usable. Asked once a second before the item itself is
     * created, and only when Execute asked for it by `waitForAdditionalItems`. An error ends the
     * waiting and is recorded; the item is created all the same.
     * </pre>
     */
    public io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse areAdditionalItemsReady(io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAreAdditionalItemsReadyMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RestoreItemAction.
   * <pre>
   * Called for the items of a restore. The process that started an operation in Execute is gone when
   * Progress and Cancel come: the host starts a new one for every round of polling.
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
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Sees one item before it is created and may change it, drop it, name others or begin an
     * operation. An error is recorded against the item, which then is not restored.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.RestoreItemActionExecuteResponse> execute(
        io.example.veleroplugin.v2.RestoreItemActionExecuteRequest request) {
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
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.RestoreItemActionProgressResponse> progress(
        io.example.veleroplugin.v2.RestoreItemActionProgressRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getProgressMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Stops an operation that has outlived the restore's itemOperationTimeout. Sent once; the host
     * ignores an error and calls the operation Failed in any case. Nothing to stop is no error.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<com.google.protobuf.Empty> cancel(
        io.example.veleroplugin.v2.RestoreItemActionCancelRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCancelMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells whether the additional items are usable. Asked once a second before the item itself is
     * created, and only when Execute asked for it by `waitForAdditionalItems`. An error ends the
     * waiting and is recorded; the item is created all the same.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse> areAdditionalItemsReady(
        io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAreAdditionalItemsReadyMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_APPLIES_TO = 0;
  private static final int METHODID_EXECUTE = 1;
  private static final int METHODID_PROGRESS = 2;
  private static final int METHODID_CANCEL = 3;
  private static final int METHODID_ARE_ADDITIONAL_ITEMS_READY = 4;

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
          serviceImpl.appliesTo((io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_EXECUTE:
          serviceImpl.execute((io.example.veleroplugin.v2.RestoreItemActionExecuteRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionExecuteResponse>) responseObserver);
          break;
        case METHODID_PROGRESS:
          serviceImpl.progress((io.example.veleroplugin.v2.RestoreItemActionProgressRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionProgressResponse>) responseObserver);
          break;
        case METHODID_CANCEL:
          serviceImpl.cancel((io.example.veleroplugin.v2.RestoreItemActionCancelRequest) request,
              (io.grpc.stub.StreamObserver<com.google.protobuf.Empty>) responseObserver);
          break;
        case METHODID_ARE_ADDITIONAL_ITEMS_READY:
          serviceImpl.areAdditionalItemsReady((io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse>) responseObserver);
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
              io.example.veleroplugin.v2.RestoreItemActionAppliesToRequest,
              io.example.veleroplugin.v2.RestoreItemActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getExecuteMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.RestoreItemActionExecuteRequest,
              io.example.veleroplugin.v2.RestoreItemActionExecuteResponse>(
                service, METHODID_EXECUTE)))
        .addMethod(
          getProgressMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.RestoreItemActionProgressRequest,
              io.example.veleroplugin.v2.RestoreItemActionProgressResponse>(
                service, METHODID_PROGRESS)))
        .addMethod(
          getCancelMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.RestoreItemActionCancelRequest,
              com.google.protobuf.Empty>(
                service, METHODID_CANCEL)))
        .addMethod(
          getAreAdditionalItemsReadyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v2.RestoreItemActionItemsReadyRequest,
              io.example.veleroplugin.v2.RestoreItemActionItemsReadyResponse>(
                service, METHODID_ARE_ADDITIONAL_ITEMS_READY)))
        .build();
  }

  private static abstract class RestoreItemActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RestoreItemActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.v2.RestoreItemActionOuterClass.getDescriptor();
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
              .addMethod(getProgressMethod())
              .addMethod(getCancelMethod())
              .addMethod(getAreAdditionalItemsReadyMethod())
              .build();
        }
      }
    }
    return result;
  }
}
