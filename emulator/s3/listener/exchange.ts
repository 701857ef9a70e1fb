import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Epoch } from '../../domain/epoch';
import type { S3Operation } from '../../domain/s3-operation';
import type { S3Error } from '../errors';
import type { JournalEntryPort } from '../ports';
import type { S3Request } from '../request';
import type { Target } from '../routing/target';

/** One request and its response, with what is known of them so far. */
export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly entry: JournalEntryPort;
  readonly target: Target;
  /** As it was sent: what the signature is over. */
  readonly signed: S3Request;
  /** As it is meant: `x-amz-…` parameters of a presigned URL are headers. */
  readonly request: S3Request;
  /** Undefined: nothing that the service has; `routeError` says why. */
  readonly operation: S3Operation | undefined;
  readonly routeError: (() => S3Error) | undefined;
  /** It is cut when this ends, and has no effect any more. */
  readonly epoch: Epoch;
  /** Whether the client waits for `100 Continue` before it sends its body. */
  waitsToSend: boolean;
  /** Whether a fault holds it now: then nothing of it is late. */
  isHeld: boolean;
  /** Whether key and bucket are still there; undefined: nobody is known yet. */
  isCurrent: (() => boolean) | undefined;
}
