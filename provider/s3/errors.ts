/* Errors of requests to the S3 endpoint of a bucket. `path` is the bucket's address for messages, without a secret. */

import {
  ClientError,
  mayHaveActed,
  NetworkError,
  type RequestName,
  type TimeoutError,
  wordsOf,
} from '../client/errors/errors';
import { isPassing } from '../client/http/retry';

/** The S3 endpoint of a bucket could not be reached, or did not respond in time. */
export class EndpointUnreachableError extends ClientError {
  override readonly name = 'EndpointUnreachableError';
  override readonly mayHaveTakenEffect: boolean;

  constructor(request: RequestName, endpoint: string, cause: NetworkError | TimeoutError) {
    const [reason, advice] =
      cause instanceof NetworkError ? [cause.reason, cause.advice] : [`no response within ${cause.timeoutMs} ms`, SLOW];
    const what = `got no response: the S3 endpoint ${endpoint} could not be reached (${reason}). ${advice}`;
    super(request, what, cause);
    this.mayHaveTakenEffect = cause.mayHaveTakenEffect;
  }
}

const SLOW = 'Check that this machine can reach it, and that any proxy allows it.';

interface S3ErrorResponse {
  readonly status: number;
  /** `AccessDenied`, `SlowDown`, …, redacted and shortened like the other texts; undefined when the response was no S3 error. */
  readonly code: string | undefined;
  /** The server's message; perhaps empty. */
  readonly serverWords: string;
  readonly requestId: string | undefined;
  /** By the server's clock, in milliseconds since 1970. */
  readonly serverTime: number | undefined;
}

/** The S3 endpoint returned a status other than success, 3xx included. Its fields are those of the response; the request id is in the message only. */
export class S3ApiError extends ClientError {
  override readonly name = 'S3ApiError';
  override readonly mayHaveTakenEffect: boolean;
  readonly status: number;
  readonly code: string | undefined;
  readonly serverWords: string;
  readonly serverTime: number | undefined;

  constructor(request: RequestName, { status, code, serverWords, requestId, serverTime }: S3ErrorResponse) {
    const what = [code, serverWords.replace(/\.$/, '')].filter((word) => word).join(': ');
    const id = requestId === undefined ? '' : ` (request id ${requestId})`;
    super(request, `returned ${status}${what === '' ? '' : ` ${what}`}${id}. ${adviceFor(status, code)}`);
    this.status = status;
    this.code = code;
    this.serverWords = serverWords;
    this.serverTime = serverTime;
    this.mayHaveTakenEffect = mayHaveActed(status);
  }
}

function adviceFor(status: number, code: string | undefined): string {
  if (code === 'AuthorizationHeaderMalformed') return 'Set s3_region to the region that the endpoint expects.';
  if (status === 403)
    return 'The key that the provider created for this has no permission for it; check s3_region and the clock of this machine.';
  if (status === 404) return 'The endpoint does not have the bucket; check that it is the service’s S3 endpoint.';
  return status >= 500 || isPassing(status)
    ? 'The service has failed; try again later.'
    : 'Check that the endpoint is the service’s S3 endpoint.';
}

/** A successful response whose body is not what S3 returns. */
export class S3ResponseError extends ClientError {
  override readonly name = 'S3ResponseError';
  override readonly mayHaveTakenEffect = true;

  constructor(request: RequestName, detail: string) {
    super(request, `returned an unexpected response: ${detail}.`);
  }
}

export class NotEmptiedError extends ClientError {
  override readonly name = 'NotEmptiedError';
  override readonly mayHaveTakenEffect = true;

  /** @param detail what remains and why, as sentences that follow a colon */
  constructor(path: string, detail: string) {
    super({ method: 'POST', path }, `did not empty the bucket: ${detail}`);
  }
}

/** The access key that the provider created for its own use is left, or may be: its deletion failed. */
export class KeyLeftError extends ClientError {
  override readonly name = 'KeyLeftError';
  override readonly mayHaveTakenEffect = true;

  /** `bucket`: its id. `failure`: the error of the work that used the key, if any. `cause`: the error of the key's deletion. */
  constructor(
    readonly keyId: string,
    bucket: string,
    failure: unknown,
    cause: unknown,
  ) {
    const before = failure === undefined ? 'The' : `${wordsOf(failure)} Besides, the`;
    const exists = cause instanceof ClientError && !cause.isInDoubt ? 'still exists' : 'may still exist';
    const left = `access key ${JSON.stringify(keyId)}, made to work on the bucket ${bucket}, ${exists}`;
    const request = { method: 'DELETE', path: `/s3/keys/${encodeURIComponent(keyId)}` };
    super(request, `failed. ${before} ${left}: delete it at the service. ${wordsOf(cause)}`, cause);
  }
}
