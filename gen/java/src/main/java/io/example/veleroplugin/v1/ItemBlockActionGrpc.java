package io.example.veleroplugin.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
 * pod hooks around the whole, so items that must be consistent with each other belong into one.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ItemBlockActionGrpc {

  private ItemBlockActionGrpc() {}

  public static final java.lang.String SERVICE_NAME = "v1.ItemBlockAction";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest,
      io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> getAppliesToMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppliesTo",
      requestType = io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest.class,
      responseType = io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest,
      io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> getAppliesToMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest, io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> getAppliesToMethod;
    if ((getAppliesToMethod = ItemBlockActionGrpc.getAppliesToMethod) == null) {
      synchronized (ItemBlockActionGrpc.class) {
        if ((getAppliesToMethod = ItemBlockActionGrpc.getAppliesToMethod) == null) {
          ItemBlockActionGrpc.getAppliesToMethod = getAppliesToMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest, io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppliesTo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ItemBlockActionMethodDescriptorSupplier("AppliesTo"))
              .build();
        }
      }
    }
    return getAppliesToMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest,
      io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> getGetRelatedItemsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetRelatedItems",
      requestType = io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest.class,
      responseType = io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest,
      io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> getGetRelatedItemsMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest, io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> getGetRelatedItemsMethod;
    if ((getGetRelatedItemsMethod = ItemBlockActionGrpc.getGetRelatedItemsMethod) == null) {
      synchronized (ItemBlockActionGrpc.class) {
        if ((getGetRelatedItemsMethod = ItemBlockActionGrpc.getGetRelatedItemsMethod) == null) {
          ItemBlockActionGrpc.getGetRelatedItemsMethod = getGetRelatedItemsMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest, io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetRelatedItems"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ItemBlockActionMethodDescriptorSupplier("GetRelatedItems"))
              .build();
        }
      }
    }
    return getGetRelatedItemsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ItemBlockActionStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionStub>() {
        @java.lang.Override
        public ItemBlockActionStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ItemBlockActionStub(channel, callOptions);
        }
      };
    return ItemBlockActionStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ItemBlockActionBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionBlockingV2Stub>() {
        @java.lang.Override
        public ItemBlockActionBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ItemBlockActionBlockingV2Stub(channel, callOptions);
        }
      };
    return ItemBlockActionBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ItemBlockActionBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionBlockingStub>() {
        @java.lang.Override
        public ItemBlockActionBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ItemBlockActionBlockingStub(channel, callOptions);
        }
      };
    return ItemBlockActionBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ItemBlockActionFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ItemBlockActionFutureStub>() {
        @java.lang.Override
        public ItemBlockActionFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ItemBlockActionFutureStub(channel, callOptions);
        }
      };
    return ItemBlockActionFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Says which items GetRelatedItems is for. An error fails the backup.
     * </pre>
     */
    default void appliesTo(io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppliesToMethod(), responseObserver);
    }

    /**
     * <pre>
     * Names what belongs into one block with an item. Asked again for each item that this adds, until
     * nothing new comes. An error is logged and adds nothing. Must not change anything: it runs
     * before the item's hooks.
     * </pre>
     */
    default void getRelatedItems(io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetRelatedItemsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ItemBlockAction.
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public static abstract class ItemBlockActionImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ItemBlockActionGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ItemBlockAction.
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public static final class ItemBlockActionStub
      extends io.grpc.stub.AbstractAsyncStub<ItemBlockActionStub> {
    private ItemBlockActionStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ItemBlockActionStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ItemBlockActionStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items GetRelatedItems is for. An error fails the backup.
     * </pre>
     */
    public void appliesTo(io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Names what belongs into one block with an item. Asked again for each item that this adds, until
     * nothing new comes. An error is logged and adds nothing. Must not change anything: it runs
     * before the item's hooks.
     * </pre>
     */
    public void getRelatedItems(io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetRelatedItemsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ItemBlockAction.
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public static final class ItemBlockActionBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ItemBlockActionBlockingV2Stub> {
    private ItemBlockActionBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ItemBlockActionBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ItemBlockActionBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items GetRelatedItems is for. An error fails the backup.
     * </pre>
     */
    public io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse appliesTo(io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Names what belongs into one block with an item. Asked again for each item that this adds, until
     * nothing new comes. An error is logged and adds nothing. Must not change anything: it runs
     * before the item's hooks.
     * </pre>
     */
    public io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse getRelatedItems(io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetRelatedItemsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ItemBlockAction.
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public static final class ItemBlockActionBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ItemBlockActionBlockingStub> {
    private ItemBlockActionBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ItemBlockActionBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ItemBlockActionBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items GetRelatedItems is for. An error fails the backup.
     * </pre>
     */
    public io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse appliesTo(io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppliesToMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Names what belongs into one block with an item. Asked again for each item that this adds, until
     * nothing new comes. An error is logged and adds nothing. Must not change anything: it runs
     * before the item's hooks.
     * </pre>
     */
    public io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse getRelatedItems(io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetRelatedItemsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ItemBlockAction.
   * <pre>
   * Called while a backup sorts its items into blocks. A block is what one worker backs up with its
   * pod hooks around the whole, so items that must be consistent with each other belong into one.
   * </pre>
   */
  public static final class ItemBlockActionFutureStub
      extends io.grpc.stub.AbstractFutureStub<ItemBlockActionFutureStub> {
    private ItemBlockActionFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ItemBlockActionFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ItemBlockActionFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Says which items GetRelatedItems is for. An error fails the backup.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse> appliesTo(
        io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppliesToMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Names what belongs into one block with an item. Asked again for each item that this adds, until
     * nothing new comes. An error is logged and adds nothing. Must not change anything: it runs
     * before the item's hooks.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse> getRelatedItems(
        io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetRelatedItemsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_APPLIES_TO = 0;
  private static final int METHODID_GET_RELATED_ITEMS = 1;

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
          serviceImpl.appliesTo((io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse>) responseObserver);
          break;
        case METHODID_GET_RELATED_ITEMS:
          serviceImpl.getRelatedItems((io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse>) responseObserver);
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
              io.example.veleroplugin.v1.ItemBlockActionAppliesToRequest,
              io.example.veleroplugin.v1.ItemBlockActionAppliesToResponse>(
                service, METHODID_APPLIES_TO)))
        .addMethod(
          getGetRelatedItemsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsRequest,
              io.example.veleroplugin.v1.ItemBlockActionGetRelatedItemsResponse>(
                service, METHODID_GET_RELATED_ITEMS)))
        .build();
  }

  private static abstract class ItemBlockActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ItemBlockActionBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.v1.ItemBlockActionOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ItemBlockAction");
    }
  }

  private static final class ItemBlockActionFileDescriptorSupplier
      extends ItemBlockActionBaseDescriptorSupplier {
    ItemBlockActionFileDescriptorSupplier() {}
  }

  private static final class ItemBlockActionMethodDescriptorSupplier
      extends ItemBlockActionBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ItemBlockActionMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ItemBlockActionGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ItemBlockActionFileDescriptorSupplier())
              .addMethod(getAppliesToMethod())
              .addMethod(getGetRelatedItemsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
