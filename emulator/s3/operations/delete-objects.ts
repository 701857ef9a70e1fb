import type { WriteOptions } from '../../domain/objects/write';
import type { Call, Run } from '../call';
import { invalidRequest, S3Error } from '../errors';
import { checkVersion } from '../headers/attributes';
import { announcesChecksum } from '../headers/checksums';
import { requireMatch } from '../headers/conditions';
import { noContent, ok } from '../response';
import { malformed, type XmlElement } from '../xml/parse';
import { document, element, type XmlNode } from '../xml/write';
import { readDocument } from './read-body';

const MOST_KEYS = 1_000;

/** Deleting a missing object succeeds. Source: DeleteObject. */
export const deleteObject: Run = (call) => {
  const { headers, query } = call.request;
  checkVersion(query);
  call.context.objects.delete(call.address, ifMatch(headers['if-match'], call.address.key));
  return noContent();
};

/** Source: DeleteObjects. */
export const deleteObjects: Run = async (call) => {
  requireIntegrity(call);
  const root = await readDocument(call, 'Delete');
  root.requireOnly('Object', 'Quiet');
  const entries = root.all('Object');
  if (entries.length === 0 || entries.length > MOST_KEYS) throw malformed();
  const isQuiet = root.textOf('Quiet')?.trim().toLowerCase() === 'true';
  const wanted = entries.map(readEntry);
  call.requireCurrent();
  return ok(document('DeleteResult', deleteAll(call, wanted, isQuiet)));
};

type Entry = ReturnType<typeof readEntry>;

/** Conditions that only directory buckets support. Ignoring them would delete objects that must stay. */
const MISSING = ['LastModifiedTime', 'Size'];

function readEntry(entry: XmlElement) {
  entry.requireOnly('Key', 'VersionId', 'ETag', ...MISSING);
  if (MISSING.some((name) => entry.all(name).length > 0)) {
    throw new S3Error('NotImplemented', 'A condition you provided implies functionality that is not implemented');
  }
  const key = entry.textOf('Key');
  if (key === undefined || key === '') throw malformed();
  return { key, version: entry.textOf('VersionId'), match: entry.textOf('ETag') };
}

function deleteAll(call: Call, wanted: readonly Entry[], isQuiet: boolean): XmlNode {
  const deleted = (key: string) => (isQuiet ? undefined : element('Deleted', element('Key', key)));
  // The usual case: one unit, which costs a fraction of a thousand deletions.
  if (wanted.every(({ version, match }) => isCurrent(version) && match === undefined)) {
    const keys = wanted.map(({ key }) => key);
    call.context.objects.deleteMany(call.bucket.id, keys);
    return keys.map(deleted);
  }
  return wanted.map((entry) => errorOf(call, entry) ?? deleted(entry.key));
}

/** Deletes the object, or returns the error. */
function errorOf({ context, bucket }: Call, { key, version, match }: Entry): XmlNode {
  if (!isCurrent(version)) return problem(key, 'NoSuchVersion', 'The specified version does not exist.');
  try {
    context.objects.delete({ bucketId: bucket.id, key }, ifMatch(match, key));
    return undefined;
  } catch (error) {
    // Any other error, such as a bucket deleted meanwhile, fails the whole request.
    if (!(error instanceof S3Error)) throw error;
    return problem(key, error.code, error.message);
  }
}

function ifMatch(match: string | undefined, key: string): WriteOptions {
  return { condition: match === undefined ? undefined : (current) => requireMatch(match, key, current) };
}

const isCurrent = (version: string | undefined) => version === undefined || version === '' || version === 'null';

function problem(key: string, code: string, message: string): XmlNode {
  return element('Error', [element('Key', key), element('Code', code), element('Message', message)]);
}

/** S3 requires a checksum over the list of keys, in addition to the signature. */
function requireIntegrity({ request: { headers } }: Call): void {
  if (headers['content-md5'] !== undefined || announcesChecksum(headers)) return;
  throw invalidRequest('Missing required header for this request: Content-MD5');
}
