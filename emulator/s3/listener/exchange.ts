import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Epoch } from '../../domain/epoch';
import type { S3Operation } from '../../domain/s3-operation';
import type { OpenEntry } from '../../journal/entry';
import type { S3Error } from '../errors';
import type { S3Request } from '../request';
import type { Target } from '../routing/target';

/** One request and its response, with everything known about them so far. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: OpenEntry;
  readonly target: Target;
  /** The request as it was sent, which the signature covers. */
  readonly signed: S3Request;
  /** The request as it is meant: `x-amz-…` parameters of a presigned URL are headers. */
  readonly request: S3Request;
  /** Undefined: the service has no such operation; `routeError` says why. */
  readonly operation: S3Operation | undefined;
  readonly routeError: (() => S3Error) | undefined;
  /** An error that precedes the check of the signature. */
  readonly refusal: S3Error | undefined;
  /** When this epoch ends, the request is cut and has no further effect. */
  readonly epoch: Epoch;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  waitsToSend: boolean;
  /** Whether a fault is holding the request: it cannot time out then. */
  isHeld: boolean;
  /** Whether the key and the bucket still exist; undefined: the caller is not known yet. */
  isCurrent: (() => boolean) | undefined;
}
