import type { S3Error } from '../errors';
import { parseTimestamp, type Timestamp } from './timestamp';

/** The key that signed, and the scope of the signature. */
export interface Credential {
  readonly accessKeyId: string;
  /** `20130524`. */
  readonly date: string;
  readonly region: string;
  /** `20130524/us-east-1/s3/aws4_request`. */
  readonly scope: string;
}

/** Creates an error that fits the place of the credential. */
export type Refuse = (message: string, details?: Readonly<Record<string, string>>) => S3Error;

/** Reads `<access key id>/20130524/us-east-1/s3/aws4_request`. `region`: the only one to accept; undefined: any. */
export function parseCredential(text: string, region: string | undefined, refuse: Refuse): Credential {
  const parts = text.split('/');
  const [date, scopeRegion, service, terminal] = parts.slice(-4);
  const accessKeyId = parts.slice(0, -4).join('/');
  if (!accessKeyId || date === undefined || !scopeRegion || service === undefined || terminal === undefined) {
    throw refuse('the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".');
  }
  if (!/^\d{8}$/.test(date)) {
    throw refuse(`incorrect date format "${date}". This date in the credential must be in the format "yyyyMMdd".`);
  }
  if (region !== undefined && scopeRegion !== region) {
    throw refuse(`the region '${scopeRegion}' is wrong; expecting '${region}'`, { Region: region });
  }
  if (service !== 's3') throw refuse(`incorrect service "${service}". This endpoint belongs to "s3".`);
  if (terminal !== 'aws4_request') {
    throw refuse(`incorrect terminal "${terminal}". This endpoint uses "aws4_request".`);
  }
  return { accessKeyId, date, region: scopeRegion, scope: `${date}/${scopeRegion}/s3/aws4_request` };
}

/** Reads `X-Amz-Date`, which must be of the day of the credential. */
export function readSignedAt(text: string, credential: Credential, refuse: Refuse): Timestamp {
  const signedAt = parseTimestamp(text);
  if (signedAt === undefined) throw refuse(`X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'"`);
  checkDay(credential, text, refuse);
  return signedAt;
}

/** A scope is valid for one day: that of the signature. */
export function checkDay({ date }: Credential, signedAt: string, refuse: Refuse): void {
  const day = signedAt.slice(0, 8);
  if (date === day) return;
  throw refuse(`Invalid credential date "${date}". This date is not the same as X-Amz-Date: "${day}".`);
}
