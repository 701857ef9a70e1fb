import { HttpError } from '../http/http-error';
import type { ReadError, RequestLine } from '../http/raw';

/** The error for a request that Node could not read. `refusal` makes the one for a method that the path does not have. */
export function toHttpError({ code }: ReadError, { method }: RequestLine, refusal: () => HttpError): HttpError {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      return method === '' ? malformed() : refusal();
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'too_large', 'The headers are too large: all of them may have 16 KiB.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'timeout', 'The request did not arrive in time.');
    case 'HPE_INVALID_TRANSFER_ENCODING':
    case 'HPE_UNEXPECTED_CONTENT_LENGTH':
    case 'HPE_INVALID_CONTENT_LENGTH':
      return new HttpError(
        400,
        'invalid',
        'The length of the body is unclear: send either "Content-Length", once, or "Transfer-Encoding: chunked".',
      );
    default:
      return malformed();
  }
}

const malformed = () => new HttpError(400, 'invalid', 'The request is malformed: it cannot be read as HTTP/1.1.');
