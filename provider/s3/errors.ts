/* Errors of requests to the S3 endpoint of a bucket. `path` is the bucket's address for messages, without a secret. */

import { ClientError, wordsOf } from '../client/errors';

interface Unreachable {
  readonly endpoint: string;
  readonly reason: string;
  /** Advice, as sentences. */
  readonly advice: string;
}

/** The S3 endpoint of a bucket could not be reached, or did not respond in time. `cause` is the NetworkError or TimeoutError. */
export class EndpointUnreachableError extends ClientError {
  override readonly name = 'EndpointUnreachableError';
  override readonly mayHaveTakenEffect = true;

  constructor(method: string, path: string, { endpoint, reason, advice }: Unreachable, cause: unknown) {
    super(
      method,
      path,
      `got no response: the S3 endpoint ${endpoint} could not be reached (${reason}). ${advice}`,
      cause,
    );
  }
}

/** The bucket cannot be part of the host name, as `s3_addressing = "virtual"` requires. */
export class AddressingError extends ClientError {
  override readonly name = 'AddressingError';
  override readonly mayHaveTakenEffect = false;

  constructor(method: string, path: string) {
    const why =
      'with s3_addressing = "virtual" the bucket stands before the host of its endpoint, which takes a host name in place of an address, ' +
      'and a bucket of lowercase letters, digits, hyphens and dots';
    super(method, path, `was not sent: ${why}. Set s3_addressing = "path".`);
  }
}

interface S3ErrorResponse {
  readonly status: number;
  /** `AccessDenied`, `SlowDown`, …; undefined when the response was no S3 error. */
  readonly code: string | undefined;
  /** The server's message, redacted and shortened; perhaps empty. */
  readonly serverWords: string;
  readonly requestId: string | undefined;
  /** By the server's clock, in milliseconds since 1970. */
  readonly serverTime: number | undefined;
}

/** The S3 endpoint returned a status other than success, 3xx included. Its fields are those of the response. */
export class S3ApiError extends ClientError {
  override readonly name = 'S3ApiError';
  override readonly mayHaveTakenEffect: boolean;
  readonly status: number;
  readonly code: string | undefined;
  readonly serverWords: string;
  readonly serverTime: number | undefined;

  constructor(method: string, path: string, { status, code, serverWords, requestId, serverTime }: S3ErrorResponse) {
    const what = [code, serverWords.replace(/\.$/, '')].filter((word) => word).join(': ');
    const id = requestId === undefined ? '' : ` (request id ${requestId})`;
    super(method, path, `returned ${status}${what === '' ? '' : ` ${what}`}${id}. ${adviceFor(status, code)}`);
    this.status = status;
    this.code = code;
    this.serverWords = serverWords;
    this.serverTime = serverTime;
    this.mayHaveTakenEffect = status >= 500 && status !== 501;
  }
}

function adviceFor(status: number, code: string | undefined): string {
  if (code === 'AuthorizationHeaderMalformed') return 'Set s3_region to the region that the endpoint expects.';
  if (status === 403)
    return 'The key that the provider made for this may not do it; check s3_region and the clock of this machine.';
  if (status === 404) return 'The endpoint does not know the bucket; check that it is the service’s S3 endpoint.';
  return status >= 500 || status === 429
    ? 'The service has failed; try again later.'
    : 'Check that it is the service’s S3 endpoint.';
}

/** A successful response whose body is not what S3 returns. */
export class S3ResponseError extends ClientError {
  override readonly name = 'S3ResponseError';
  override readonly mayHaveTakenEffect = true;

  constructor(method: string, path: string, detail: string) {
    super(method, path, `returned an unexpected response: ${detail}.`);
  }
}

/** A bucket that was to be emptied is not empty. */
export class NotEmptiedError extends ClientError {
  override readonly name = 'NotEmptiedError';
  override readonly mayHaveTakenEffect = true;

  /** @param detail what remains and why, as sentences that follow a colon */
  constructor(path: string, detail: string) {
    super('POST', path, `did not empty the bucket: ${detail}`);
  }
}

/** The access key that the provider created for its own use could not be deleted. */
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
    const before = failure === undefined ? '' : `${wordsOf(failure)} Besides, `;
    const left = `the access key ${JSON.stringify(keyId)}, made for looking into the bucket ${bucket}, still exists`;
    super('DELETE', '/s3/keys/{id}', `failed. ${before}${left}: delete it at the service. ${wordsOf(cause)}`, cause);
  }
}
