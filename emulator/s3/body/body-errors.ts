import { S3Error } from '../errors';

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

/** The body is longer than allowed. */
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
