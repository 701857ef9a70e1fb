import { redactor } from '../../framework/redact';
import { ApiError, type RequestName } from './errors';
import { isPage } from './markup';
import type { Final } from './redirect';
import { parseRetryAfterMs } from './retry';
import { isS3Error, serverWords } from './server-words';

/** The request of an error response, and the inputs for reading it. */
interface ErrorSource {
  readonly request: RequestName;
  /** Texts that no message may repeat. */
  readonly secrets: readonly string[];
  /** Clock time, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Advice, as sentences. Default: why a redirect is not followed, or by the status. An S3 error always has its own. */
  readonly advice?: string | undefined;
}

/** The error of a response that is not a success. Everything that the server said is redacted first. Never throws. */
export function toApiError(response: Final, { request, secrets, nowMs, advice }: ErrorSource): ApiError {
  const { headers, status, text } = response;
  const redact = redactor(secrets);
  const header = (name: string) => {
    const value = headers[name];
    return serverWords((Array.isArray(value) ? value[0] : value) ?? '', redact) || undefined;
  };
  const isS3 = isS3Error(text);
  const errorResponse = {
    status,
    serverWords: serverWords(text, redact),
    requestId: header('x-request-id') ?? header('request-id') ?? header('x-amz-request-id'),
    // A date is by the clock of the server, which may not be ours.
    retryAfterMs: parseRetryAfterMs(header('retry-after'), Date.parse(header('date') ?? '') || nowMs),
    isS3,
    isMarkup: isPage(response),
  };
  return new ApiError(request, errorResponse, isS3 ? undefined : (advice ?? response.unfollowed?.(redact)));
}
