import type { IncomingHttpHeaders } from 'node:http';
import type { S3Operation } from '../../domain/s3-operation';
import { methodNotAllowed, S3Error } from '../errors';
import { parameter, type QueryPairs } from '../query';
import { type Level, NOT_IMPLEMENTED } from './not-implemented';
import type { Target } from './target';

/** The operation of a request, or the error if the service does not have it or S3 does not know it. */
export type Route = S3Operation | (() => S3Error);

/** Operations that a query parameter distinguishes from the plain ones, by method, level and parameter. */
const BY_PARAMETER: readonly (readonly [method: string, level: Level, parameter: string, operation: S3Operation])[] = [
  ['GET', 'bucket', 'location', 'GetBucketLocation'],
  ['GET', 'bucket', 'uploads', 'ListMultipartUploads'],
  ['GET', 'bucket', 'acl', 'GetBucketAcl'],
  ['GET', 'bucket', 'cors', 'GetBucketCors'],
  ['GET', 'bucket', 'lifecycle', 'GetBucketLifecycleConfiguration'],
  ['GET', 'bucket', 'versioning', 'GetBucketVersioning'],
  ['PUT', 'bucket', 'cors', 'PutBucketCors'],
  ['PUT', 'bucket', 'lifecycle', 'PutBucketLifecycleConfiguration'],
  ['DELETE', 'bucket', 'cors', 'DeleteBucketCors'],
  ['DELETE', 'bucket', 'lifecycle', 'DeleteBucketLifecycle'],
  ['POST', 'bucket', 'delete', 'DeleteObjects'],
  ['GET', 'object', 'uploadId', 'ListParts'],
  ['GET', 'object', 'attributes', 'GetObjectAttributes'],
  ['DELETE', 'object', 'uploadId', 'AbortMultipartUpload'],
  ['POST', 'object', 'uploads', 'CreateMultipartUpload'],
  ['POST', 'object', 'uploadId', 'CompleteMultipartUpload'],
];

/** Operations without such a parameter. */
const PLAIN: readonly (readonly [method: string, level: Level, operation: S3Operation])[] = [
  ['GET', 'service', 'ListBuckets'],
  ['GET', 'bucket', 'ListObjects'],
  ['HEAD', 'bucket', 'HeadBucket'],
  ['PUT', 'bucket', 'CreateBucket'],
  ['DELETE', 'bucket', 'DeleteBucket'],
  ['GET', 'object', 'GetObject'],
  ['HEAD', 'object', 'HeadObject'],
  ['PUT', 'object', 'PutObject'],
  ['DELETE', 'object', 'DeleteObject'],
];

/** How to request an operation. */
export interface Request {
  readonly operation: S3Operation;
  readonly method: string;
  readonly level: Level;
  /** Distinguishes it from others of that method and level: query parameters, or a header. */
  readonly query?: string;
  readonly header?: string;
}

/** Every operation, and how to request it. */
export const REQUESTS: readonly Request[] = [
  ...PLAIN.map(([method, level, operation]) => ({ operation, method, level })),
  ...BY_PARAMETER.map(([method, level, query, operation]) => ({ operation, method, level, query })),
  { operation: 'ListObjectsV2', method: 'GET', level: 'bucket', query: 'list-type=2' },
  { operation: 'PostObject', method: 'POST', level: 'bucket', header: 'Content-Type: multipart/form-data' },
  { operation: 'CopyObject', method: 'PUT', level: 'object', header: 'x-amz-copy-source' },
  { operation: 'UploadPart', method: 'PUT', level: 'object', query: 'partNumber&uploadId' },
  {
    operation: 'UploadPartCopy',
    method: 'PUT',
    level: 'object',
    query: 'partNumber&uploadId',
    header: 'x-amz-copy-source',
  },
];

export function levelOf({ bucket, key }: Pick<Target, 'bucket' | 'key'>): Level {
  if (bucket === '') return 'service';
  return key === '' ? 'bucket' : 'object';
}

/** The methods of a resource, as `Allow` has them: of the service, of a bucket, or of an object. */
export function methodsOf(resource: string): string {
  const [, bucket = '', ...key] = resource.split('/');
  const level = levelOf({ bucket, key: key.join('/') });
  return [...new Set(REQUESTS.filter((request) => request.level === level).map(({ method }) => method))].join(', ');
}

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...NOT_IMPLEMENTED.map(
    ([operation, method, level, name]) => [`${method} ${level} ${name}`, missing(operation)] as const,
  ),
  ...BY_PARAMETER.map(([method, level, name, operation]) => [`${method} ${level} ${name}`, operation] as const),
  ...PLAIN.map(([method, level, operation]) => [`${method} ${level}`, operation] as const),
]);

/** Finds the operation of a request. `hasVersions`: objects are listed by their versions, too, as ListObjects. */
export function findRoute(
  method: string,
  level: Level,
  query: QueryPairs,
  headers: IncomingHttpHeaders,
  hasVersions: boolean,
): Route {
  for (const [name] of query) {
    if (hasVersions && name === 'versions' && method === 'GET' && level === 'bucket') return 'ListObjects';
    const route = ROUTES.get(`${method} ${level} ${name}`);
    if (route) return route;
  }
  if (method === 'PUT' && level === 'object') {
    const isCopy = headers['x-amz-copy-source'] !== undefined;
    if (query.length > 0 && parameter(query, 'uploadId') !== undefined) return isCopy ? 'UploadPartCopy' : 'UploadPart';
    if (isCopy) return 'CopyObject';
  } else if (method === 'GET' && level === 'bucket') {
    if (query.length > 0 && parameter(query, 'list-type') === '2') return 'ListObjectsV2';
  } else if (method === 'POST' && level === 'bucket') {
    return headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ? 'PostObject' : noForm;
  }
  return ROUTES.get(`${method} ${level}`) ?? notAllowed(method, level);
}

/** The error for a form that is none. S3 does not look for a signature before that. */
export const noForm: Route = () =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', {
    Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
  });

function missing(operation: string): Route {
  const details = { Operation: operation };
  return () => new S3Error('NotImplemented', 'The service does not have this operation.', details);
}

function notAllowed(method: string, level: Level): Route {
  return () => methodNotAllowed({ Method: method, ResourceType: level.toUpperCase() });
}
