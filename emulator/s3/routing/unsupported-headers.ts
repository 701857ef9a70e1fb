import type { IncomingHttpHeaders } from 'node:http';
import type { Rely, Rules } from '../../domain/rules';
import { invalidArgument, invalidRequest, S3Error } from '../errors';

/** Knobs for headers that request something the service does not have. */
type HeaderRules = Rely<Pick<Rules, 'cannedAcl' | 'serverSideEncryption' | 's3Checks'>>;

/** Values that request nothing beyond what the service does anyway. Of any header, an empty value requests nothing either. */
export const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  'x-amz-acl': ['private', 'bucket-owner-full-control'],
  'x-amz-bucket-object-lock-enabled': ['false'],
  'x-amz-object-annotation-directive': ['COPY', 'EXCLUDE'],
  'x-amz-object-lock-legal-hold': ['OFF'],
  'x-amz-object-ownership': ['BucketOwnerEnforced'],
  'x-amz-server-side-encryption-bucket-key-enabled': ['false'],
  'x-amz-storage-class': ['STANDARD'],
  'x-amz-tagging-directive': ['COPY'],
};

/** Headers that request something the service does not have, whatever their value, unless it is empty. */
export const MISSING: ReadonlySet<string> = new Set([
  'x-amz-if-match-initiated-time',
  'x-amz-if-match-last-modified-time',
  'x-amz-if-match-size',
  'x-amz-mfa',
  'x-amz-rename-source',
  'x-amz-tagging',
  'x-amz-write-offset-bytes',
]);

/** Prefixes of further such headers. */
export const MISSING_PREFIXES: readonly string[] = [
  'x-amz-copy-source-server-side-encryption',
  'x-amz-grant-',
  'x-amz-object-lock-',
  'x-amz-server-side-encryption',
];

/** Storage classes that S3 knows; any other value is invalid. Source: PutObject, `x-amz-storage-class`. */
const STORAGE_CLASSES =
  'STANDARD REDUCED_REDUNDANCY STANDARD_IA ONEZONE_IA INTELLIGENT_TIERING GLACIER DEEP_ARCHIVE OUTPOSTS GLACIER_IR SNOW EXPRESS_ONEZONE FSX_OPENZFS FSX_ONTAP';

/** Canned ACLs that S3 knows. Source: Amazon S3 User Guide, "Canned ACL". */
const CANNED_ACLS =
  'private, public-read, public-read-write, aws-exec-read, authenticated-read, bucket-owner-read, bucket-owner-full-control, log-delivery-write';

/** Throws for a header that requests what the service does not have: nobody shall rely on it unnoticed. Reads rules only where they matter. */
export function refuseUnsupported(headers: IncomingHttpHeaders, rely: HeaderRules): void {
  for (const name in headers) {
    if (!name.startsWith('x-amz-')) continue;
    const value = String(headers[name]);
    if (value === '') continue;
    if (name.startsWith('x-amz-checksum-') || name === 'x-amz-trailer' || name === 'x-amz-sdk-checksum-algorithm') {
      refuseNewerChecksum(name, value, rely);
      continue;
    }
    const harmless = HARMLESS[name];
    if (harmless) {
      // Clients write "False" and "FALSE", too.
      if (harmless.includes(/^(true|false)$/i.test(value) ? value.toLowerCase() : value)) continue;
      if (name === 'x-amz-storage-class' && !STORAGE_CLASSES.split(' ').includes(value)) {
        throw new S3Error('InvalidStorageClass', 'The storage class you specified is not valid');
      }
      if (name === 'x-amz-acl') {
        if (!CANNED_ACLS.split(', ').includes(value)) throw unknownAcl(value);
        if (rely('cannedAcl') === 'ignore') continue;
      }
    } else if (name === 'x-amz-server-side-encryption' && value === 'AES256') {
      if (rely('serverSideEncryption') === 'ignore') continue;
    } else if (!MISSING.has(name) && !MISSING_PREFIXES.some((prefix) => name.startsWith(prefix))) continue;
    throw notImplemented(name);
  }
}

function unknownAcl(value: string): S3Error {
  return invalidArgument(`The canned ACL must be one of ${CANNED_ACLS}.`, 'x-amz-acl', value);
}

/** The error for a header that requests something the service does not have. */
export function notImplemented(header: string): S3Error {
  return new S3Error('NotImplemented', 'A header you provided implies functionality that is not implemented', {
    Header: header,
  });
}

/** Checksums that Garage does not know. */
const NEWER_CHECKSUMS = /(^|-)(md5|sha512|xxhash(128|3|64))$/;

function refuseNewerChecksum(name: string, value: string, rely: HeaderRules): void {
  if (!NEWER_CHECKSUMS.test(name) && !NEWER_CHECKSUMS.test(value.trim().toLowerCase())) return;
  if (rely('s3Checks') === 'aws') return;
  const said = name.endsWith('algorithm') || name === 'x-amz-trailer' ? `${name}: ${value.trim()}` : name;
  throw invalidRequest(
    `The checksum algorithm of ${said} is not supported here (s3Checks: garage). Valid types: [CRC32, CRC32C, CRC64NVME, SHA1, SHA256]`,
  );
}
