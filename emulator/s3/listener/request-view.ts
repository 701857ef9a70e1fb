import type { RequestView } from '../../journal/request-filter';
import type { S3Context } from '../context';
import type { Exchange } from './exchange';

/** The claimed signing key in an `Authorization` header. */
const CREDENTIAL = /Credential=([^\s,]+)/;

/**
 * The view of a request that faults match, before its signature is checked: the project is that of the claimed access key, or
 * else of the bucket. The object key of a form is in its body, which has not been read yet.
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
  // The scope after the id has four parts; ids may contain slashes.
  return credential?.split('/').slice(0, -4).join('/') || undefined;
}
