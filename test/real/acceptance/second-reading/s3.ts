import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Collection } from './collection';

/** What S3 knows of the service. */
export interface S3Parts {
  readonly keys: Collection;
  readonly buckets: Collection;
  /** Access keys that were used once: S3 takes each one from its second request on. */
  readonly heardOf: Set<string>;
}

/** As much of S3 as it takes to look into an empty bucket. */
export function serveS3(parts: S3Parts, request: IncomingMessage, response: ServerResponse): void {
  const [status, xml] = responseTo(parts, request);
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`);
}

function responseTo({ keys, buckets, heardOf }: S3Parts, { url = '', headers }: IncomingMessage): [number, string] {
  const [, key = ''] = /Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const { pathname, searchParams } = new URL(url, `http://${headers.host}`);
  const alias = pathname.split('/')[1];
  const isKey = [...keys.all()].some((one) => one.lingers === undefined && one.shown.access_key_id === key);
  const isNew = !heardOf.has(key);
  heardOf.add(key);
  if (!isKey || isNew) return [403, '<Error><Code>InvalidAccessKeyId</Code></Error>'];
  if (![...buckets.all()].some(({ shown }) => shown.alias === alias)) {
    return [404, '<Error><Code>NoSuchBucket</Code></Error>'];
  }
  const uploads = searchParams.has('uploads') ? 'ListMultipartUploadsResult' : undefined;
  const root = uploads ?? (searchParams.has('versions') ? 'ListVersionsResult' : 'ListBucketResult');
  return [200, `<${root}><Name>${alias}</Name><IsTruncated>false</IsTruncated><KeyCount>0</KeyCount></${root}>`];
}
