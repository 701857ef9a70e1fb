import type { RequestView, S3Context } from '../ports';
import type { Exchange } from './exchange';

/** Where a request says whose key signed it. */
const CREDENTIAL = /Credential=([^\s,]+)/;

/**
 * What a request is about, for faults, which are applied before its signature is checked: the project is that of the key that it claims,
 * or else of its bucket. The key of a form is in its body, which nobody has read yet.
 */
export function viewOf(
  { credentials, buckets }: Pick<S3Context, 'credentials' | 'buckets'>,
  exchange: Exchange,
): RequestView {
  const { target, request } = exchange;
  const bucket = target.bucket === '' ? undefined : buckets.findByAlias(target.bucket);
  const claimed = claimedKey(exchange);
  const projectId = (claimed === undefined ? undefined : credentials.find(claimed)?.key.projectId) ?? bucket?.projectId;
  return {
    projectIds: projectId === undefined ? [] : [projectId],
    objectId: bucket?.id,
    key: target.key === '' ? undefined : target.key,
    headers: request.headers,
    body: undefined,
  };
}

function claimedKey({ signed: { headers, query } }: Exchange): string | undefined {
  const inHeader = CREDENTIAL.exec(headers.authorization ?? '')?.[1];
  const credential = inHeader ?? query.find(([name]) => name === 'X-Amz-Credential')?.[1];
  // The scope behind it has four parts; ids may have slashes themselves.
  return credential?.split('/').slice(0, -4).join('/') || undefined;
}
