import type { RecordedError } from '../journal/entry';

/** Status of every S3 error code that the data plane returns. Source: Amazon S3 API Reference, "Error responses". */
export const STATUS = {
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BadRequest: 400,
  BucketAlreadyExists: 409,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  ConditionalRequestConflict: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InsufficientStorage: 507,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidChunkSizeError: 403,
  InvalidDigest: 400,
  InvalidLocationConstraint: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRedirectLocation: 400,
  InvalidRequest: 400,
  InvalidStorageClass: 400,
  InvalidToken: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedTrailerError: 400,
  MalformedXML: 400,
  MaxMessageLengthExceeded: 400,
  MaxPostPreDataLengthExceeded: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  MissingSecurityHeader: 400,
  NoSuchBucket: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchKey: 404,
  NoSuchLifecycleConfiguration: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  OperationAborted: 409,
  PreconditionFailed: 412,
  RequestHeaderSectionTooLarge: 400,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 400,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  TooManyRequests: 429,
  UserKeyMustBeSpecified: 400,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** An error of the data plane: nothing was changed. */
export class S3Error extends Error {
  override readonly name = 'S3Error';

  /**
   * @param details further elements of the error's XML, in order; no secrets
   * @param reason for the journal, where the message says too little, or quotes what the client chose: no secrets
   */
  constructor(
    readonly code: S3ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, string>> = {},
    readonly reason?: Omit<RecordedError, 'code'>,
  ) {
    super(message);
  }

  get status(): number {
    return STATUS[this.code];
  }
}

/** The error for an argument that S3 does not take. `value`: the argument's, unless it may be secret. */
export function invalidArgument(message: string, name: string, value?: string): S3Error {
  return new S3Error('InvalidArgument', message, {
    ArgumentName: name,
    ...(value !== undefined && { ArgumentValue: value }),
  });
}

/** The error for a request that contradicts itself, or what it is for. `reason`: for the journal, see {@link S3Error}. */
export function invalidRequest(message: string, reason?: S3Error['reason']): S3Error {
  return new S3Error('InvalidRequest', message, {}, reason);
}

export function noSuchKey(key: string): S3Error {
  return new S3Error('NoSuchKey', 'The specified key does not exist.', { Key: key });
}

export function methodNotAllowed(details?: S3Error['details']): S3Error {
  return new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.', details);
}

/** The sender stopped early, sent more than it announced, or framed its chunks wrongly. */
export function incompleteBody(): S3Error {
  return new S3Error(
    'IncompleteBody',
    'You did not provide the number of bytes specified by the Content-Length HTTP header',
  );
}

/** The length of the body is not known up front. */
export function missingLength(): S3Error {
  return new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
}

/** Trailers that were not announced, or that are not readable. */
export function malformedTrailer(): S3Error {
  return new S3Error(
    'MalformedTrailerError',
    'The request contained trailing data that was not well-formed or did not conform to our published schema.',
  );
}

export function tooLarge(length: number, maxLength: number): S3Error {
  return new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', {
    ProposedSize: String(length),
    MaxSizeAllowed: String(maxLength),
  });
}

/** The file is shorter than the form's policy requires. */
export function tooSmall(length: number, minLength: number): S3Error {
  return new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', {
    ProposedSize: String(length),
    MinSizeAllowed: String(minLength),
  });
}

export function severalChecksums(): S3Error {
  return invalidRequest('Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.');
}

/** A checksum of another algorithm than that of the upload, in lower case; `null`: none. */
export function otherChecksum(expected: string, actual: string, reason?: S3Error['reason']): S3Error {
  const says = `Checksum Type mismatch occurred, expected checksum Type: ${expected}, actual checksum Type: ${actual}`;
  return invalidRequest(says, reason);
}
