/** The status codes of gRPC that this server gives (https://grpc.github.io/grpc/core/md_doc_statuscodes.html). */
export const Status = {
  OK: 0,
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  RESOURCE_EXHAUSTED: 8,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
} as const;

export type StatusCode = (typeof Status)[keyof typeof Status];

/** How a call fails: the status and the message that its client sees. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';

  constructor(
    readonly code: StatusCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** A GrpcError as it is; anything else is UNKNOWN, and its own words, which may hold values, stay here as the cause. */
  static from(error: unknown): GrpcError {
    if (error instanceof GrpcError) return error;
    return new GrpcError(Status.UNKNOWN, 'the call failed unexpectedly', { cause: error });
  }
}
