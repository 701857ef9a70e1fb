import { S3Error } from '../errors';

/** Ids of access keys that this service draws. Anything else in the place of an id may be a secret half that was put there by mistake. */
const DRAWN_ID = /^GK[0-9a-f]{24}$/;

export function unknownKey(accessKeyId: string): S3Error {
  const told = DRAWN_ID.test(accessKeyId) ? accessKeyId : 'of this id (not shown, as it is none of the form GK…)';
  const says = 'The AWS Access Key Id you provided does not exist in our records.';
  const message = `There is no access key ${told}: it was deleted, or is of another emulator.`;
  const details = { AWSAccessKeyId: accessKeyId };
  return new S3Error('InvalidAccessKeyId', says, details, { message, field: 'access_key_id' });
}

/** S3's words for a wrong signature. */
export const NO_MATCH =
  'The request signature we calculated does not match the signature you provided. Check your key and signing method.';

/** The error for a signature that was made with another secret half, or over another request. */
export function wrongSignature(accessKeyId: string, details: Readonly<Record<string, string>>): S3Error {
  const message = `The signature is not that of the access key ${accessKeyId}: the secret access key is another one, or the request was changed after it was signed.`;
  const all = { AWSAccessKeyId: accessKeyId, ...details };
  return new S3Error('SignatureDoesNotMatch', NO_MATCH, all, { message, field: 'authorization' });
}

export function unsigned(): S3Error {
  const reason = { message: 'The request is not signed.', field: 'authorization' };
  return new S3Error('AccessDenied', 'Access Denied', {}, reason);
}

/** The error for a session, which access keys of this service do not have. */
export function invalidToken(): S3Error {
  return new S3Error('InvalidToken', 'The provided token is malformed or otherwise invalid.');
}
