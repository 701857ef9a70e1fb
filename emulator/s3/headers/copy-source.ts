import { invalidArgument, type S3Error } from '../errors';

/** The object that `x-amz-copy-source` names: `[/]bucket/key`, percent-encoded, where a `+` is a space, as in a query. Throws `InvalidArgument`. */
export function parseCopySource(header: string): { readonly bucket: string; readonly key: string } {
  const question = header.indexOf('?versionId=');
  const path = question < 0 ? header : header.slice(0, question);
  const version = question < 0 ? 'null' : header.slice(question + '?versionId='.length);
  const decoded = decode(path);
  const relative = decoded.startsWith('/') ? decoded.slice(1) : decoded;
  const slash = relative.indexOf('/');
  if (slash < 1 || slash === relative.length - 1) throw invalid();
  if (version !== 'null') throw invalidArgument('Invalid version id specified', 'x-amz-copy-source', header);
  return { bucket: relative.slice(0, slash), key: relative.slice(slash + 1) };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll('+', ' '));
  } catch {
    throw invalid();
  }
}

/** S3 names the header as the value, too. */
function invalid(): S3Error {
  return invalidArgument('Invalid copy source object key', 'x-amz-copy-source', 'x-amz-copy-source');
}
