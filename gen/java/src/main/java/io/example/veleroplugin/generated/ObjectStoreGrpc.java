package io.example.veleroplugin.generated;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Reads and writes the files of backups in one kind of storage. The host calls Init once per
 * process and then whatever it needs; after a restart of the process it calls Init again with the
 * same config.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class ObjectStoreGrpc {

  private ObjectStoreGrpc() {}

  public static final java.lang.String SERVICE_NAME = "generated.ObjectStore";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectStoreInitRequest,
      io.example.veleroplugin.generated.Empty> getInitMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Init",
      requestType = io.example.veleroplugin.generated.ObjectStoreInitRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectStoreInitRequest,
      io.example.veleroplugin.generated.Empty> getInitMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectStoreInitRequest, io.example.veleroplugin.generated.Empty> getInitMethod;
    if ((getInitMethod = ObjectStoreGrpc.getInitMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getInitMethod = ObjectStoreGrpc.getInitMethod) == null) {
          ObjectStoreGrpc.getInitMethod = getInitMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.ObjectStoreInitRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Init"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ObjectStoreInitRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("Init"))
              .build();
        }
      }
    }
    return getInitMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.PutObjectRequest,
      io.example.veleroplugin.generated.Empty> getPutObjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "PutObject",
      requestType = io.example.veleroplugin.generated.PutObjectRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.CLIENT_STREAMING)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.PutObjectRequest,
      io.example.veleroplugin.generated.Empty> getPutObjectMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.PutObjectRequest, io.example.veleroplugin.generated.Empty> getPutObjectMethod;
    if ((getPutObjectMethod = ObjectStoreGrpc.getPutObjectMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getPutObjectMethod = ObjectStoreGrpc.getPutObjectMethod) == null) {
          ObjectStoreGrpc.getPutObjectMethod = getPutObjectMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.PutObjectRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.CLIENT_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "PutObject"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.PutObjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("PutObject"))
              .build();
        }
      }
    }
    return getPutObjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectExistsRequest,
      io.example.veleroplugin.generated.ObjectExistsResponse> getObjectExistsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ObjectExists",
      requestType = io.example.veleroplugin.generated.ObjectExistsRequest.class,
      responseType = io.example.veleroplugin.generated.ObjectExistsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectExistsRequest,
      io.example.veleroplugin.generated.ObjectExistsResponse> getObjectExistsMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ObjectExistsRequest, io.example.veleroplugin.generated.ObjectExistsResponse> getObjectExistsMethod;
    if ((getObjectExistsMethod = ObjectStoreGrpc.getObjectExistsMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getObjectExistsMethod = ObjectStoreGrpc.getObjectExistsMethod) == null) {
          ObjectStoreGrpc.getObjectExistsMethod = getObjectExistsMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.ObjectExistsRequest, io.example.veleroplugin.generated.ObjectExistsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ObjectExists"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ObjectExistsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ObjectExistsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("ObjectExists"))
              .build();
        }
      }
    }
    return getObjectExistsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetObjectRequest,
      io.example.veleroplugin.generated.Bytes> getGetObjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetObject",
      requestType = io.example.veleroplugin.generated.GetObjectRequest.class,
      responseType = io.example.veleroplugin.generated.Bytes.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetObjectRequest,
      io.example.veleroplugin.generated.Bytes> getGetObjectMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.GetObjectRequest, io.example.veleroplugin.generated.Bytes> getGetObjectMethod;
    if ((getGetObjectMethod = ObjectStoreGrpc.getGetObjectMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getGetObjectMethod = ObjectStoreGrpc.getGetObjectMethod) == null) {
          ObjectStoreGrpc.getGetObjectMethod = getGetObjectMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.GetObjectRequest, io.example.veleroplugin.generated.Bytes>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetObject"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.GetObjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Bytes.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("GetObject"))
              .build();
        }
      }
    }
    return getGetObjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListCommonPrefixesRequest,
      io.example.veleroplugin.generated.ListCommonPrefixesResponse> getListCommonPrefixesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListCommonPrefixes",
      requestType = io.example.veleroplugin.generated.ListCommonPrefixesRequest.class,
      responseType = io.example.veleroplugin.generated.ListCommonPrefixesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListCommonPrefixesRequest,
      io.example.veleroplugin.generated.ListCommonPrefixesResponse> getListCommonPrefixesMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListCommonPrefixesRequest, io.example.veleroplugin.generated.ListCommonPrefixesResponse> getListCommonPrefixesMethod;
    if ((getListCommonPrefixesMethod = ObjectStoreGrpc.getListCommonPrefixesMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getListCommonPrefixesMethod = ObjectStoreGrpc.getListCommonPrefixesMethod) == null) {
          ObjectStoreGrpc.getListCommonPrefixesMethod = getListCommonPrefixesMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.ListCommonPrefixesRequest, io.example.veleroplugin.generated.ListCommonPrefixesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListCommonPrefixes"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ListCommonPrefixesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ListCommonPrefixesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("ListCommonPrefixes"))
              .build();
        }
      }
    }
    return getListCommonPrefixesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListObjectsRequest,
      io.example.veleroplugin.generated.ListObjectsResponse> getListObjectsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListObjects",
      requestType = io.example.veleroplugin.generated.ListObjectsRequest.class,
      responseType = io.example.veleroplugin.generated.ListObjectsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListObjectsRequest,
      io.example.veleroplugin.generated.ListObjectsResponse> getListObjectsMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.ListObjectsRequest, io.example.veleroplugin.generated.ListObjectsResponse> getListObjectsMethod;
    if ((getListObjectsMethod = ObjectStoreGrpc.getListObjectsMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getListObjectsMethod = ObjectStoreGrpc.getListObjectsMethod) == null) {
          ObjectStoreGrpc.getListObjectsMethod = getListObjectsMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.ListObjectsRequest, io.example.veleroplugin.generated.ListObjectsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListObjects"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ListObjectsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.ListObjectsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("ListObjects"))
              .build();
        }
      }
    }
    return getListObjectsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteObjectRequest,
      io.example.veleroplugin.generated.Empty> getDeleteObjectMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DeleteObject",
      requestType = io.example.veleroplugin.generated.DeleteObjectRequest.class,
      responseType = io.example.veleroplugin.generated.Empty.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteObjectRequest,
      io.example.veleroplugin.generated.Empty> getDeleteObjectMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.DeleteObjectRequest, io.example.veleroplugin.generated.Empty> getDeleteObjectMethod;
    if ((getDeleteObjectMethod = ObjectStoreGrpc.getDeleteObjectMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getDeleteObjectMethod = ObjectStoreGrpc.getDeleteObjectMethod) == null) {
          ObjectStoreGrpc.getDeleteObjectMethod = getDeleteObjectMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.DeleteObjectRequest, io.example.veleroplugin.generated.Empty>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DeleteObject"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.DeleteObjectRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.Empty.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("DeleteObject"))
              .build();
        }
      }
    }
    return getDeleteObjectMethod;
  }

  private static volatile io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSignedURLRequest,
      io.example.veleroplugin.generated.CreateSignedURLResponse> getCreateSignedURLMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateSignedURL",
      requestType = io.example.veleroplugin.generated.CreateSignedURLRequest.class,
      responseType = io.example.veleroplugin.generated.CreateSignedURLResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSignedURLRequest,
      io.example.veleroplugin.generated.CreateSignedURLResponse> getCreateSignedURLMethod() {
    io.grpc.MethodDescriptor<io.example.veleroplugin.generated.CreateSignedURLRequest, io.example.veleroplugin.generated.CreateSignedURLResponse> getCreateSignedURLMethod;
    if ((getCreateSignedURLMethod = ObjectStoreGrpc.getCreateSignedURLMethod) == null) {
      synchronized (ObjectStoreGrpc.class) {
        if ((getCreateSignedURLMethod = ObjectStoreGrpc.getCreateSignedURLMethod) == null) {
          ObjectStoreGrpc.getCreateSignedURLMethod = getCreateSignedURLMethod =
              io.grpc.MethodDescriptor.<io.example.veleroplugin.generated.CreateSignedURLRequest, io.example.veleroplugin.generated.CreateSignedURLResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateSignedURL"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateSignedURLRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  io.example.veleroplugin.generated.CreateSignedURLResponse.getDefaultInstance()))
              .setSchemaDescriptor(new ObjectStoreMethodDescriptorSupplier("CreateSignedURL"))
              .build();
        }
      }
    }
    return getCreateSignedURLMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static ObjectStoreStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ObjectStoreStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ObjectStoreStub>() {
        @java.lang.Override
        public ObjectStoreStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ObjectStoreStub(channel, callOptions);
        }
      };
    return ObjectStoreStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static ObjectStoreBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ObjectStoreBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ObjectStoreBlockingV2Stub>() {
        @java.lang.Override
        public ObjectStoreBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ObjectStoreBlockingV2Stub(channel, callOptions);
        }
      };
    return ObjectStoreBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static ObjectStoreBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ObjectStoreBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ObjectStoreBlockingStub>() {
        @java.lang.Override
        public ObjectStoreBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ObjectStoreBlockingStub(channel, callOptions);
        }
      };
    return ObjectStoreBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static ObjectStoreFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<ObjectStoreFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<ObjectStoreFutureStub>() {
        @java.lang.Override
        public ObjectStoreFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new ObjectStoreFutureStub(channel, callOptions);
        }
      };
    return ObjectStoreFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Takes the settings. An error makes the backup storage location unavailable.
     * </pre>
     */
    default void init(io.example.veleroplugin.generated.ObjectStoreInitRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getInitMethod(), responseObserver);
    }

    /**
     * <pre>
     * Writes one object, replacing one of the same key. The host streams it in pieces of at most 16
     * KiB; the call is over, and the object must be stored, when the plugin answers. A stream that
     * breaks off must leave no object.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.PutObjectRequest> putObject(
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getPutObjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * Looks whether a key is there. Missing is an answer; an error is for a storage that cannot be
     * asked.
     * </pre>
     */
    default void objectExists(io.example.veleroplugin.generated.ObjectExistsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ObjectExistsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getObjectExistsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reads one object in pieces of the plugin's choice. A key that is not there is an error.
     * </pre>
     */
    default void getObject(io.example.veleroplugin.generated.GetObjectRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Bytes> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetObjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists what a folder would hold, for storage that has none. The host finds the backups of a
     * location by it, and looks at its top level to judge whether the location is valid.
     * </pre>
     */
    default void listCommonPrefixes(io.example.veleroplugin.generated.ListCommonPrefixesRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListCommonPrefixesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListCommonPrefixesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists all keys below a prefix. The host deletes what it returns when a backup goes.
     * </pre>
     */
    default void listObjects(io.example.veleroplugin.generated.ListObjectsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListObjectsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListObjectsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Deletes one object. Whether a missing key is an error is the plugin's choice.
     * </pre>
     */
    default void deleteObject(io.example.veleroplugin.generated.DeleteObjectRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDeleteObjectMethod(), responseObserver);
    }

    /**
     * <pre>
     * Makes a URL by which a client without credentials can download one object, for `velero backup
     * logs` and the like.
     * </pre>
     */
    default void createSignedURL(io.example.veleroplugin.generated.CreateSignedURLRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSignedURLResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateSignedURLMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service ObjectStore.
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public static abstract class ObjectStoreImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return ObjectStoreGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service ObjectStore.
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public static final class ObjectStoreStub
      extends io.grpc.stub.AbstractAsyncStub<ObjectStoreStub> {
    private ObjectStoreStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ObjectStoreStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ObjectStoreStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. An error makes the backup storage location unavailable.
     * </pre>
     */
    public void init(io.example.veleroplugin.generated.ObjectStoreInitRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getInitMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Writes one object, replacing one of the same key. The host streams it in pieces of at most 16
     * KiB; the call is over, and the object must be stored, when the plugin answers. A stream that
     * breaks off must leave no object.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.PutObjectRequest> putObject(
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncClientStreamingCall(
          getChannel().newCall(getPutObjectMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Looks whether a key is there. Missing is an answer; an error is for a storage that cannot be
     * asked.
     * </pre>
     */
    public void objectExists(io.example.veleroplugin.generated.ObjectExistsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ObjectExistsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getObjectExistsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reads one object in pieces of the plugin's choice. A key that is not there is an error.
     * </pre>
     */
    public void getObject(io.example.veleroplugin.generated.GetObjectRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Bytes> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getGetObjectMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists what a folder would hold, for storage that has none. The host finds the backups of a
     * location by it, and looks at its top level to judge whether the location is valid.
     * </pre>
     */
    public void listCommonPrefixes(io.example.veleroplugin.generated.ListCommonPrefixesRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListCommonPrefixesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListCommonPrefixesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists all keys below a prefix. The host deletes what it returns when a backup goes.
     * </pre>
     */
    public void listObjects(io.example.veleroplugin.generated.ListObjectsRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListObjectsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListObjectsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Deletes one object. Whether a missing key is an error is the plugin's choice.
     * </pre>
     */
    public void deleteObject(io.example.veleroplugin.generated.DeleteObjectRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDeleteObjectMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Makes a URL by which a client without credentials can download one object, for `velero backup
     * logs` and the like.
     * </pre>
     */
    public void createSignedURL(io.example.veleroplugin.generated.CreateSignedURLRequest request,
        io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSignedURLResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateSignedURLMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service ObjectStore.
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public static final class ObjectStoreBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<ObjectStoreBlockingV2Stub> {
    private ObjectStoreBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ObjectStoreBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ObjectStoreBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. An error makes the backup storage location unavailable.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty init(io.example.veleroplugin.generated.ObjectStoreInitRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getInitMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Writes one object, replacing one of the same key. The host streams it in pieces of at most 16
     * KiB; the call is over, and the object must be stored, when the plugin answers. A stream that
     * breaks off must leave no object.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<io.example.veleroplugin.generated.PutObjectRequest, io.example.veleroplugin.generated.Empty>
        putObject() {
      return io.grpc.stub.ClientCalls.blockingClientStreamingCall(
          getChannel(), getPutObjectMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Looks whether a key is there. Missing is an answer; an error is for a storage that cannot be
     * asked.
     * </pre>
     */
    public io.example.veleroplugin.generated.ObjectExistsResponse objectExists(io.example.veleroplugin.generated.ObjectExistsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getObjectExistsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads one object in pieces of the plugin's choice. A key that is not there is an error.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, io.example.veleroplugin.generated.Bytes>
        getObject(io.example.veleroplugin.generated.GetObjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getGetObjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists what a folder would hold, for storage that has none. The host finds the backups of a
     * location by it, and looks at its top level to judge whether the location is valid.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListCommonPrefixesResponse listCommonPrefixes(io.example.veleroplugin.generated.ListCommonPrefixesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListCommonPrefixesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists all keys below a prefix. The host deletes what it returns when a backup goes.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListObjectsResponse listObjects(io.example.veleroplugin.generated.ListObjectsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListObjectsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes one object. Whether a missing key is an error is the plugin's choice.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty deleteObject(io.example.veleroplugin.generated.DeleteObjectRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDeleteObjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a URL by which a client without credentials can download one object, for `velero backup
     * logs` and the like.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateSignedURLResponse createSignedURL(io.example.veleroplugin.generated.CreateSignedURLRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateSignedURLMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service ObjectStore.
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public static final class ObjectStoreBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<ObjectStoreBlockingStub> {
    private ObjectStoreBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ObjectStoreBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ObjectStoreBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. An error makes the backup storage location unavailable.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty init(io.example.veleroplugin.generated.ObjectStoreInitRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getInitMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Looks whether a key is there. Missing is an answer; an error is for a storage that cannot be
     * asked.
     * </pre>
     */
    public io.example.veleroplugin.generated.ObjectExistsResponse objectExists(io.example.veleroplugin.generated.ObjectExistsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getObjectExistsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reads one object in pieces of the plugin's choice. A key that is not there is an error.
     * </pre>
     */
    public java.util.Iterator<io.example.veleroplugin.generated.Bytes> getObject(
        io.example.veleroplugin.generated.GetObjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getGetObjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists what a folder would hold, for storage that has none. The host finds the backups of a
     * location by it, and looks at its top level to judge whether the location is valid.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListCommonPrefixesResponse listCommonPrefixes(io.example.veleroplugin.generated.ListCommonPrefixesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListCommonPrefixesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists all keys below a prefix. The host deletes what it returns when a backup goes.
     * </pre>
     */
    public io.example.veleroplugin.generated.ListObjectsResponse listObjects(io.example.veleroplugin.generated.ListObjectsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListObjectsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Deletes one object. Whether a missing key is an error is the plugin's choice.
     * </pre>
     */
    public io.example.veleroplugin.generated.Empty deleteObject(io.example.veleroplugin.generated.DeleteObjectRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDeleteObjectMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Makes a URL by which a client without credentials can download one object, for `velero backup
     * logs` and the like.
     * </pre>
     */
    public io.example.veleroplugin.generated.CreateSignedURLResponse createSignedURL(io.example.veleroplugin.generated.CreateSignedURLRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateSignedURLMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service ObjectStore.
   * <pre>
   * Reads and writes the files of backups in one kind of storage. The host calls Init once per
   * process and then whatever it needs; after a restart of the process it calls Init again with the
   * same config.
   * </pre>
   */
  public static final class ObjectStoreFutureStub
      extends io.grpc.stub.AbstractFutureStub<ObjectStoreFutureStub> {
    private ObjectStoreFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected ObjectStoreFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new ObjectStoreFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Takes the settings. An error makes the backup storage location unavailable.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.Empty> init(
        io.example.veleroplugin.generated.ObjectStoreInitRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getInitMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Looks whether a key is there. Missing is an answer; an error is for a storage that cannot be
     * asked.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.ObjectExistsResponse> objectExists(
        io.example.veleroplugin.generated.ObjectExistsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getObjectExistsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists what a folder would hold, for storage that has none. The host finds the backups of a
     * location by it, and looks at its top level to judge whether the location is valid.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.ListCommonPrefixesResponse> listCommonPrefixes(
        io.example.veleroplugin.generated.ListCommonPrefixesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListCommonPrefixesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists all keys below a prefix. The host deletes what it returns when a backup goes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.ListObjectsResponse> listObjects(
        io.example.veleroplugin.generated.ListObjectsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListObjectsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Deletes one object. Whether a missing key is an error is the plugin's choice.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.Empty> deleteObject(
        io.example.veleroplugin.generated.DeleteObjectRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDeleteObjectMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Makes a URL by which a client without credentials can download one object, for `velero backup
     * logs` and the like.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<io.example.veleroplugin.generated.CreateSignedURLResponse> createSignedURL(
        io.example.veleroplugin.generated.CreateSignedURLRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateSignedURLMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_INIT = 0;
  private static final int METHODID_OBJECT_EXISTS = 1;
  private static final int METHODID_GET_OBJECT = 2;
  private static final int METHODID_LIST_COMMON_PREFIXES = 3;
  private static final int METHODID_LIST_OBJECTS = 4;
  private static final int METHODID_DELETE_OBJECT = 5;
  private static final int METHODID_CREATE_SIGNED_URL = 6;
  private static final int METHODID_PUT_OBJECT = 7;

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
          serviceImpl.init((io.example.veleroplugin.generated.ObjectStoreInitRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
          break;
        case METHODID_OBJECT_EXISTS:
          serviceImpl.objectExists((io.example.veleroplugin.generated.ObjectExistsRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ObjectExistsResponse>) responseObserver);
          break;
        case METHODID_GET_OBJECT:
          serviceImpl.getObject((io.example.veleroplugin.generated.GetObjectRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Bytes>) responseObserver);
          break;
        case METHODID_LIST_COMMON_PREFIXES:
          serviceImpl.listCommonPrefixes((io.example.veleroplugin.generated.ListCommonPrefixesRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListCommonPrefixesResponse>) responseObserver);
          break;
        case METHODID_LIST_OBJECTS:
          serviceImpl.listObjects((io.example.veleroplugin.generated.ListObjectsRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.ListObjectsResponse>) responseObserver);
          break;
        case METHODID_DELETE_OBJECT:
          serviceImpl.deleteObject((io.example.veleroplugin.generated.DeleteObjectRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
          break;
        case METHODID_CREATE_SIGNED_URL:
          serviceImpl.createSignedURL((io.example.veleroplugin.generated.CreateSignedURLRequest) request,
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.CreateSignedURLResponse>) responseObserver);
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
        case METHODID_PUT_OBJECT:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.putObject(
              (io.grpc.stub.StreamObserver<io.example.veleroplugin.generated.Empty>) responseObserver);
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
              io.example.veleroplugin.generated.ObjectStoreInitRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_INIT)))
        .addMethod(
          getPutObjectMethod(),
          io.grpc.stub.ServerCalls.asyncClientStreamingCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.PutObjectRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_PUT_OBJECT)))
        .addMethod(
          getObjectExistsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.ObjectExistsRequest,
              io.example.veleroplugin.generated.ObjectExistsResponse>(
                service, METHODID_OBJECT_EXISTS)))
        .addMethod(
          getGetObjectMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.GetObjectRequest,
              io.example.veleroplugin.generated.Bytes>(
                service, METHODID_GET_OBJECT)))
        .addMethod(
          getListCommonPrefixesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.ListCommonPrefixesRequest,
              io.example.veleroplugin.generated.ListCommonPrefixesResponse>(
                service, METHODID_LIST_COMMON_PREFIXES)))
        .addMethod(
          getListObjectsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.ListObjectsRequest,
              io.example.veleroplugin.generated.ListObjectsResponse>(
                service, METHODID_LIST_OBJECTS)))
        .addMethod(
          getDeleteObjectMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.DeleteObjectRequest,
              io.example.veleroplugin.generated.Empty>(
                service, METHODID_DELETE_OBJECT)))
        .addMethod(
          getCreateSignedURLMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              io.example.veleroplugin.generated.CreateSignedURLRequest,
              io.example.veleroplugin.generated.CreateSignedURLResponse>(
                service, METHODID_CREATE_SIGNED_URL)))
        .build();
  }

  private static abstract class ObjectStoreBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    ObjectStoreBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return io.example.veleroplugin.generated.ObjectStoreOuterClass.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("ObjectStore");
    }
  }

  private static final class ObjectStoreFileDescriptorSupplier
      extends ObjectStoreBaseDescriptorSupplier {
    ObjectStoreFileDescriptorSupplier() {}
  }

  private static final class ObjectStoreMethodDescriptorSupplier
      extends ObjectStoreBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    ObjectStoreMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (ObjectStoreGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new ObjectStoreFileDescriptorSupplier())
              .addMethod(getInitMethod())
              .addMethod(getPutObjectMethod())
              .addMethod(getObjectExistsMethod())
              .addMethod(getGetObjectMethod())
              .addMethod(getListCommonPrefixesMethod())
              .addMethod(getListObjectsMethod())
              .addMethod(getDeleteObjectMethod())
              .addMethod(getCreateSignedURLMethod())
              .build();
        }
      }
    }
    return result;
  }
}
