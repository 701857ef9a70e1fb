/** The status codes of gRPC that this server returns, or rejects with (https://grpc.github.io/grpc/core/md_doc_statuscodes.html). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  DEADLINE_EXCEEDED: 4,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
} as const;

/** The failure of a call: the status and the message for the client. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';

  constructor(
    readonly code: (typeof Status)[keyof typeof Status],
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Returns a GrpcError unchanged. Any other error becomes UNKNOWN without its message, which may contain values, and is its cause. */
  static from(error: unknown): GrpcError {
    if (error instanceof GrpcError) return error;
    return new GrpcError(Status.UNKNOWN, 'the call failed unexpectedly', { cause: error });
  }
}
