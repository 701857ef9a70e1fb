import { S3Error } from '../errors';

/** The object that `x-amz-copy-source` names: `[/]bucket/key`, percent-encoded. Throws `InvalidArgument`. */
export function parseCopySource(header: string): { readonly bucket: string; readonly key: string } {
  const question = header.indexOf('?versionId=');
  const path = question < 0 ? header : header.slice(0, question);
  const version = question < 0 ? 'null' : header.slice(question + '?versionId='.length);
  const decoded = decode(path);
  const relative = decoded.startsWith('/') ? decoded.slice(1) : decoded;
  const slash = relative.indexOf('/');
  if (slash < 1 || slash === relative.length - 1) throw invalid(header);
  if (version !== 'null') {
    throw new S3Error('InvalidArgument', 'Invalid version id specified', {
      ArgumentName: 'x-amz-copy-source',
      ArgumentValue: header,
    });
  }
  return { bucket: relative.slice(0, slash), key: relative.slice(slash + 1) };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalid(path);
  }
}

function invalid(header: string): S3Error {
  return new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
    ArgumentName: 'x-amz-copy-source',
    ArgumentValue: header,
  });
}
