package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
 * and then whatever it needs; after a restart of the process it calls Init again with the same
 * config.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class VolumeSnapshotterGrpc {

  private VolumeSnapshotterGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.VolumeSnapshotter";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.VolumeSnapshotterInitRequest,
      io.example.veleroplugin.generated.Empty> getInitMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Init",
      requestType = io.example.veleroplugin.generated.VolumeSnapshotterInitRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.VolumeSnapshotterInitRequest,
      io.example.veleroplugin.generated.Empty> getInitMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.VolumeSnapshotterInitRequest, io.example.veleroplugin.generated.Empty> getInitMethod;
    if ((getInitMethod = VolumeSnapshotterGrpc.getInitMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getInitMethod = VolumeSnapshotterGrpc.getInitMethod) == null) {
          VolumeSnapshotterGrpc.getInitMethod = getInitMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.VolumeSnapshotterInitRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Init"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.VolumeSnapshotterInitRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("Init"))
              .build();
        }
      }
    }
    return getInitMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateVolumeRequest,
      io.example.veleroplugin.generated.CreateVolumeResponse> getCreateVolumeFromSnapshotMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateVolumeFromSnapshot",
      requestType = io.example.veleroplugin.generated.CreateVolumeRequest.class,
      responseType = io.example.veleroplugin.generated.CreateVolumeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateVolumeRequest,
      io.example.veleroplugin.generated.CreateVolumeResponse> getCreateVolumeFromSnapshotMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateVolumeRequest, io.example.veleroplugin.generated.CreateVolumeResponse> getCreateVolumeFromSnapshotMethod;
    if ((getCreateVolumeFromSnapshotMethod = VolumeSnapshotterGrpc.getCreateVolumeFromSnapshotMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getCreateVolumeFromSnapshotMethod = VolumeSnapshotterGrpc.getCreateVolumeFromSnapshotMethod) == null) {
          VolumeSnapshotterGrpc.getCreateVolumeFromSnapshotMethod = getCreateVolumeFromSnapshotMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.CreateVolumeRequest, io.example.veleroplugin.generated.CreateVolumeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateVolumeFromSnapshot"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateVolumeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateVolumeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("CreateVolumeFromSnapshot"))
              .build();
        }
      }
    }
    return getCreateVolumeFromSnapshotMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeInfoRequest,
      io.example.veleroplugin.generated.GetVolumeInfoResponse> getGetVolumeInfoMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetVolumeInfo",
      requestType = io.example.veleroplugin.generated.GetVolumeInfoRequest.class,
      responseType = io.example.veleroplugin.generated.GetVolumeInfoResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeInfoRequest,
      io.example.veleroplugin.generated.GetVolumeInfoResponse> getGetVolumeInfoMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeInfoRequest, io.example.veleroplugin.generated.GetVolumeInfoResponse> getGetVolumeInfoMethod;
    if ((getGetVolumeInfoMethod = VolumeSnapshotterGrpc.getGetVolumeInfoMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getGetVolumeInfoMethod = VolumeSnapshotterGrpc.getGetVolumeInfoMethod) == null) {
          VolumeSnapshotterGrpc.getGetVolumeInfoMethod = getGetVolumeInfoMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.GetVolumeInfoRequest, io.example.veleroplugin.generated.GetVolumeInfoResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetVolumeInfo"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.GetVolumeInfoRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.GetVolumeInfoResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("GetVolumeInfo"))
              .build();
        }
      }
    }
    return getGetVolumeInfoMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSnapshotRequest,
      io.example.veleroplugin.generated.CreateSnapshotResponse> getCreateSnapshotMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateSnapshot",
      requestType = io.example.veleroplugin.generated.CreateSnapshotRequest.class,
      responseType = io.example.veleroplugin.generated.CreateSnapshotResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSnapshotRequest,
      io.example.veleroplugin.generated.CreateSnapshotResponse> getCreateSnapshotMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSnapshotRequest, io.example.veleroplugin.generated.CreateSnapshotResponse> getCreateSnapshotMethod;
    if ((getCreateSnapshotMethod = VolumeSnapshotterGrpc.getCreateSnapshotMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getCreateSnapshotMethod = VolumeSnapshotterGrpc.getCreateSnapshotMethod) == null) {
          VolumeSnapshotterGrpc.getCreateSnapshotMethod = getCreateSnapshotMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.CreateSnapshotRequest, io.example.veleroplugin.generated.CreateSnapshotResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateSnapshot"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateSnapshotRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateSnapshotResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("CreateSnapshot"))
              .build();
        }
      }
    }
    return getCreateSnapshotMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteSnapshotRequest,
      io.example.veleroplugin.generated.Empty> getDeleteSnapshotMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteSnapshot",
      requestType = io.example.veleroplugin.generated.DeleteSnapshotRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteSnapshotRequest,
      io.example.veleroplugin.generated.Empty> getDeleteSnapshotMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteSnapshotRequest, io.example.veleroplugin.generated.Empty> getDeleteSnapshotMethod;
    if ((getDeleteSnapshotMethod = VolumeSnapshotterGrpc.getDeleteSnapshotMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getDeleteSnapshotMethod = VolumeSnapshotterGrpc.getDeleteSnapshotMethod) == null) {
          VolumeSnapshotterGrpc.getDeleteSnapshotMethod = getDeleteSnapshotMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.DeleteSnapshotRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteSnapshot"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.DeleteSnapshotRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("DeleteSnapshot"))
              .build();
        }
      }
    }
    return getDeleteSnapshotMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeIDRequest,
      io.example.veleroplugin.generated.GetVolumeIDResponse> getGetVolumeIDMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetVolumeID",
      requestType = io.example.veleroplugin.generated.GetVolumeIDRequest.class,
      responseType = io.example.veleroplugin.generated.GetVolumeIDResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeIDRequest,
      io.example.veleroplugin.generated.GetVolumeIDResponse> getGetVolumeIDMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetVolumeIDRequest, io.example.veleroplugin.generated.GetVolumeIDResponse> getGetVolumeIDMethod;
    if ((getGetVolumeIDMethod = VolumeSnapshotterGrpc.getGetVolumeIDMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getGetVolumeIDMethod = VolumeSnapshotterGrpc.getGetVolumeIDMethod) == null) {
          VolumeSnapshotterGrpc.getGetVolumeIDMethod = getGetVolumeIDMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.GetVolumeIDRequest, io.example.veleroplugin.generated.GetVolumeIDResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetVolumeID"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.GetVolumeIDRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.GetVolumeIDResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("GetVolumeID"))
              .build();
        }
      }
    }
    return getGetVolumeIDMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.SetVolumeIDRequest,
      io.example.veleroplugin.generated.SetVolumeIDResponse> getSetVolumeIDMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SetVolumeID",
      requestType = io.example.veleroplugin.generated.SetVolumeIDRequest.class,
      responseType = io.example.veleroplugin.generated.SetVolumeIDResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.SetVolumeIDRequest,
      io.example.veleroplugin.generated.SetVolumeIDResponse> getSetVolumeIDMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.SetVolumeIDRequest, io.example.veleroplugin.generated.SetVolumeIDResponse> getSetVolumeIDMethod;
    if ((getSetVolumeIDMethod = VolumeSnapshotterGrpc.getSetVolumeIDMethod) == null) {
      synchronized (VolumeSnapshotterGrpc.class) {
        if ((getSetVolumeIDMethod = VolumeSnapshotterGrpc.getSetVolumeIDMethod) == null) {
          VolumeSnapshotterGrpc.getSetVolumeIDMethod = getSetVolumeIDMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.SetVolumeIDRequest, io.example.veleroplugin.generated.SetVolumeIDResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SetVolumeID"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.SetVolumeIDRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.SetVolumeIDResponse.getDefaultInstance()))
              .setSchemaDescriptor(new VolumeSnapshotterMethodDescriptorSupplier("SetVolumeID"))
              .build();
        }
      }
    }
    return getSetVolumeIDMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static VolumeSnapshotterStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterStub>() {
        @java.lang.Override
        public VolumeSnapshotterStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VolumeSnapshotterStub(channel, callOptions);
        }
      };
    return VolumeSnapshotterStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static VolumeSnapshotterBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterBlockingV2Stub>() {
        @java.lang.Override
        public VolumeSnapshotterBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VolumeSnapshotterBlockingV2Stub(channel, callOptions);
        }
      };
    return VolumeSnapshotterBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static VolumeSnapshotterBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterBlockingStub>() {
        @java.lang.Override
        public VolumeSnapshotterBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VolumeSnapshotterBlockingStub(channel, callOptions);
        }
      };
    return VolumeSnapshotterBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static VolumeSnapshotterFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<VolumeSnapshotterFutureStub>() {
        @java.lang.Override
        public VolumeSnapshotterFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new VolumeSnapshotterFutureStub(channel, callOptions);
        }
      };
    return VolumeSnapshotterFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Takes the settings. At backup, an error makes the host pass over this snapshot location.
     * </pre>
     */
    default void init(io.example.veleroplugin.generated.VolumeSnapshotterInitRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getInitMethod(), responseObserver);
    }

    /**
     * <pre>
     * Makes a volume from a snapshot, at restore. The host writes the new ID into the
     * PersistentVolume by SetVolumeID.
     * </pre>
     */
    default void createVolumeFromSnapshot(io.example.veleroplugin.generated.CreateVolumeRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateVolumeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateVolumeFromSnapshotMethod(), responseObserver);
    }

    /**
     * <pre>
     * Tells what a volume is made of, before its snapshot is taken. The host keeps the answer in the
     * backup and sends it to CreateVolumeFromSnapshot.
     * </pre>
     */
    default void getVolumeInfo(io.example.veleroplugin.generated.GetVolumeInfoRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeInfoResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetVolumeInfoMethod(), responseObserver);
    }

    /**
     * <pre>
     * Takes a snapshot. The host waits for the answer, and an error marks the snapshot Failed and the
     * item with an error.
     * </pre>
     */
    default void createSnapshot(io.example.veleroplugin.generated.CreateSnapshotRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSnapshotResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateSnapshotMethod(), responseObserver);
    }

    /**
     * <pre>
     * Deletes a snapshot when its backup goes. A snapshot that is already gone should not be an
     * error: any error keeps the backup's files in the object store.
     * </pre>
     */
    default void deleteSnapshot(io.example.veleroplugin.generated.DeleteSnapshotRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteSnapshotMethod(), responseObserver);
    }

    /**
     * <pre>
     * Finds the provider's ID in a PersistentVolume. The host asks the snapshot locations of a backup
     * in turn and takes the first that knows the volume.
     * </pre>
     */
    default void getVolumeID(io.example.veleroplugin.generated.GetVolumeIDRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeIDResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetVolumeIDMethod(), responseObserver);
    }

    /**
     * <pre>
     * Puts another ID into a PersistentVolume, at restore.
     * </pre>
     */
    default void setVolumeID(io.example.veleroplugin.generated.SetVolumeIDRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.SetVolumeIDResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSetVolumeIDMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service VolumeSnapshotter.
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public static abstract class VolumeSnapshotterImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return VolumeSnapshotterGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service VolumeSnapshotter.
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public static final class VolumeSnapshotterStub
      extends io.grpc.stub.AbstractAsyncStub<VolumeSnapshotterStub> {
    private VolumeSnapshotterStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VolumeSnapshotterStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VolumeSnapshotterStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. At backup, an error makes the host pass over this snapshot location.
     * </pre>
     */
    public void init(io.example.veleroplugin.generated.VolumeSnapshotterInitRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getInitMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Makes a volume from a snapshot, at restore. The host writes the new ID into the
     * PersistentVolume by SetVolumeID.
     * </pre>
     */
    public void createVolumeFromSnapshot(io.example.veleroplugin.generated.CreateVolumeRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateVolumeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateVolumeFromSnapshotMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Tells what a volume is made of, before its snapshot is taken. The host keeps the answer in the
     * backup and sends it to CreateVolumeFromSnapshot.
     * </pre>
     */
    public void getVolumeInfo(io.example.veleroplugin.generated.GetVolumeInfoRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeInfoResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetVolumeInfoMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Takes a snapshot. The host waits for the answer, and an error marks the snapshot Failed and the
     * item with an error.
     * </pre>
     */
    public void createSnapshot(io.example.veleroplugin.generated.CreateSnapshotRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSnapshotResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateSnapshotMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Deletes a snapshot when its backup goes. A snapshot that is already gone should not be an
     * error: any error keeps the backup's files in the object store.
     * </pre>
     */
    public void deleteSnapshot(io.example.veleroplugin.generated.DeleteSnapshotRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteSnapshotMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Finds the provider's ID in a PersistentVolume. The host asks the snapshot locations of a backup
     * in turn and takes the first that knows the volume.
     * </pre>
     */
    public void getVolumeID(io.example.veleroplugin.generated.GetVolumeIDRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeIDResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetVolumeIDMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Puts another ID into a PersistentVolume, at restore.
     * </pre>
     */
    public void setVolumeID(io.example.veleroplugin.generated.SetVolumeIDRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.SetVolumeIDResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSetVolumeIDMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service VolumeSnapshotter.
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public static final class VolumeSnapshotterBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<VolumeSnapshotterBlockingV2Stub> {
    private VolumeSnapshotterBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VolumeSnapshotterBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VolumeSnapshotterBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. At backup, an error makes the host pass over this snapshot location.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty init(io.example.veleroplugin.generated.VolumeSnapshotterInitRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getInitMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a volume from a snapshot, at restore. The host writes the new ID into the
     * PersistentVolume by SetVolumeID.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateVolumeResponse createVolumeFromSnapshot(io.example.veleroplugin.generated.CreateVolumeRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateVolumeFromSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells what a volume is made of, before its snapshot is taken. The host keeps the answer in the
     * backup and sends it to CreateVolumeFromSnapshot.
     * </pre>
     */
    public io.example.veleroplugin.generated.GetVolumeInfoResponse getVolumeInfo(io.example.veleroplugin.generated.GetVolumeInfoRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetVolumeInfoMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a snapshot. The host waits for the answer, and an error marks the snapshot Failed and the
     * item with an error.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateSnapshotResponse createSnapshot(io.example.veleroplugin.generated.CreateSnapshotRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes a snapshot when its backup goes. A snapshot that is already gone should not be an
     * error: any error keeps the backup's files in the object store.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty deleteSnapshot(io.example.veleroplugin.generated.DeleteSnapshotRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the provider's ID in a PersistentVolume. The host asks the snapshot locations of a backup
     * in turn and takes the first that knows the volume.
     * </pre>
     */
    public io.example.veleroplugin.generated.GetVolumeIDResponse getVolumeID(io.example.veleroplugin.generated.GetVolumeIDRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetVolumeIDMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Puts another ID into a PersistentVolume, at restore.
     * </pre>
     */
    public io.example.veleroplugin.generated.SetVolumeIDResponse setVolumeID(io.example.veleroplugin.generated.SetVolumeIDRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSetVolumeIDMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service VolumeSnapshotter.
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public static final class VolumeSnapshotterBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<VolumeSnapshotterBlockingStub> {
    private VolumeSnapshotterBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VolumeSnapshotterBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VolumeSnapshotterBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. At backup, an error makes the host pass over this snapshot location.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty init(io.example.veleroplugin.generated.VolumeSnapshotterInitRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getInitMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a volume from a snapshot, at restore. The host writes the new ID into the
     * PersistentVolume by SetVolumeID.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateVolumeResponse createVolumeFromSnapshot(io.example.veleroplugin.generated.CreateVolumeRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateVolumeFromSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Tells what a volume is made of, before its snapshot is taken. The host keeps the answer in the
     * backup and sends it to CreateVolumeFromSnapshot.
     * </pre>
     */
    public io.example.veleroplugin.generated.GetVolumeInfoResponse getVolumeInfo(io.example.veleroplugin.generated.GetVolumeInfoRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetVolumeInfoMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a snapshot. The host waits for the answer, and an error marks the snapshot Failed and the
     * item with an error.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateSnapshotResponse createSnapshot(io.example.veleroplugin.generated.CreateSnapshotRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes a snapshot when its backup goes. A snapshot that is already gone should not be an
     * error: any error keeps the backup's files in the object store.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty deleteSnapshot(io.example.veleroplugin.generated.DeleteSnapshotRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteSnapshotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Finds the provider's ID in a PersistentVolume. The host asks the snapshot locations of a backup
     * in turn and takes the first that knows the volume.
     * </pre>
     */
    public io.example.veleroplugin.generated.GetVolumeIDResponse getVolumeID(io.example.veleroplugin.generated.GetVolumeIDRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetVolumeIDMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Puts another ID into a PersistentVolume, at restore.
     * </pre>
     */
    public io.example.veleroplugin.generated.SetVolumeIDResponse setVolumeID(io.example.veleroplugin.generated.SetVolumeIDRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSetVolumeIDMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service VolumeSnapshotter.
   * <pre>
   * Takes, restores and deletes the snapshots of one provider. The host calls Init once per process
   * and then whatever it needs; after a restart of the process it calls Init again with the same
   * config.
   * </pre>
   */
  public static final class VolumeSnapshotterFutureStub
      extends io.grpc.stub.AbstractFutureStub<VolumeSnapshotterFutureStub> {
    private VolumeSnapshotterFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected VolumeSnapshotterFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new VolumeSnapshotterFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. At backup, an error makes the host pass over this snapshot location.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.Empty> init(
        io.example.veleroplugin.generated.VolumeSnapshotterInitRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getInitMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Makes a volume from a snapshot, at restore. The host writes the new ID into the
     * PersistentVolume by SetVolumeID.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.CreateVolumeResponse> createVolumeFromSnapshot(
        io.example.veleroplugin.generated.CreateVolumeRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateVolumeFromSnapshotMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Tells what a volume is made of, before its snapshot is taken. The host keeps the answer in the
     * backup and sends it to CreateVolumeFromSnapshot.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.GetVolumeInfoResponse> getVolumeInfo(
        io.example.veleroplugin.generated.GetVolumeInfoRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetVolumeInfoMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Takes a snapshot. The host waits for the answer, and an error marks the snapshot Failed and the
     * item with an error.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.CreateSnapshotResponse> createSnapshot(
        io.example.veleroplugin.generated.CreateSnapshotRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateSnapshotMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Deletes a snapshot when its backup goes. A snapshot that is already gone should not be an
     * error: any error keeps the backup's files in the object store.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.Empty> deleteSnapshot(
        io.example.veleroplugin.generated.DeleteSnapshotRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteSnapshotMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Finds the provider's ID in a PersistentVolume. The host asks the snapshot locations of a backup
     * in turn and takes the first that knows the volume.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.GetVolumeIDResponse> getVolumeID(
        io.example.veleroplugin.generated.GetVolumeIDRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetVolumeIDMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Puts another ID into a PersistentVolume, at restore.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.SetVolumeIDResponse> setVolumeID(
        io.example.veleroplugin.generated.SetVolumeIDRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSetVolumeIDMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_INIT = 0;
  private static final int METHODID_CREATE_VOLUME_FROM_SNAPSHOT = 1;
  private static final int METHODID_GET_VOLUME_INFO = 2;
  private static final int METHODID_CREATE_SNAPSHOT = 3;
  private static final int METHODID_DELETE_SNAPSHOT = 4;
  private static final int METHODID_GET_VOLUME_ID = 5;
  private static final int METHODID_SET_VOLUME_ID = 6;

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
        case METHODID_INIT:
          serviceImpl.init((io.example.veleroplugin.generated.VolumeSnapshotterInitRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
          break;
        case METHODID_CREATE_VOLUME_FROM_SNAPSHOT:
          serviceImpl.createVolumeFromSnapshot((io.example.veleroplugin.generated.CreateVolumeRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateVolumeResponse>) responseObserver);
          break;
        case METHODID_GET_VOLUME_INFO:
          serviceImpl.getVolumeInfo((io.example.veleroplugin.generated.GetVolumeInfoRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeInfoResponse>) responseObserver);
          break;
        case METHODID_CREATE_SNAPSHOT:
          serviceImpl.createSnapshot((io.example.veleroplugin.generated.CreateSnapshotRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSnapshotResponse>) responseObserver);
          break;
        case METHODID_DELETE_SNAPSHOT:
          serviceImpl.deleteSnapshot((io.example.veleroplugin.generated.DeleteSnapshotRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
          break;
        case METHODID_GET_VOLUME_ID:
          serviceImpl.getVolumeID((io.example.veleroplugin.generated.GetVolumeIDRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.GetVolumeIDResponse>) responseObserver);
          break;
        case METHODID_SET_VOLUME_ID:
          serviceImpl.setVolumeID((io.example.veleroplugin.generated.SetVolumeIDRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.SetVolumeIDResponse>) responseObserver);
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
          getInitMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.VolumeSnapshotterInitRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_INIT)))
        .addMethod(
          getCreateVolumeFromSnapshotMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.CreateVolumeRequest,
              io.example.veleroplugin.generated.CreateVolumeResponse>(
                service, METHODID_CREATE_VOLUME_FROM_SNAPSHOT)))
        .addMethod(
          getGetVolumeInfoMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.GetVolumeInfoRequest,
              io.example.veleroplugin.generated.GetVolumeInfoResponse>(
                service, METHODID_GET_VOLUME_INFO)))
        .addMethod(
          getCreateSnapshotMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.CreateSnapshotRequest,
              io.example.veleroplugin.generated.CreateSnapshotResponse>(
                service, METHODID_CREATE_SNAPSHOT)))
        .addMethod(
          getDeleteSnapshotMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.DeleteSnapshotRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_DELETE_SNAPSHOT)))
        .addMethod(
          getGetVolumeIDMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.GetVolumeIDRequest,
              io.example.veleroplugin.generated.GetVolumeIDResponse>(
                service, METHODID_GET_VOLUME_ID)))
        .addMethod(
          getSetVolumeIDMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.SetVolumeIDRequest,
              io.example.veleroplugin.generated.SetVolumeIDResponse>(
                service, METHODID_SET_VOLUME_ID)))
        .build();
  }

  private static abstract class VolumeSnapshotterBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    VolumeSnapshotterBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.VolumeSnapshotterOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("VolumeSnapshotter");
    }
  }

  private static final class VolumeSnapshotterFileDescriptorSupplier
      extends VolumeSnapshotterBaseDescriptorSupplier {
    VolumeSnapshotterFileDescriptorSupplier() {}
  }

  private static final class VolumeSnapshotterMethodDescriptorSupplier
      extends VolumeSnapshotterBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    VolumeSnapshotterMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (VolumeSnapshotterGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new VolumeSnapshotterFileDescriptorSupplier())
              .addMethod(getInitMethod())
              .addMethod(getCreateVolumeFromSnapshotMethod())
              .addMethod(getGetVolumeInfoMethod())
              .addMethod(getCreateSnapshotMethod())
              .addMethod(getDeleteSnapshotMethod())
              .addMethod(getGetVolumeIDMethod())
              .addMethod(getSetVolumeIDMethod())
              .build();
        }
      }
    }
    return result;
  }
}
