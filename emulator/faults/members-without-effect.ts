import { type Route, routes } from '../../contract';
import type { FieldProblem } from '../domain/errors';
import { OBJECT_OPERATIONS, S3_OPERATIONS } from '../domain/s3-operation';

/* Members of a fault that change nothing, or let it apply to no request: a test with such a fault would pass although nothing failed. */

/** The members that matter here, whatever they are. */
type Members = {
  readonly [Name in Effect | OfStatus | 'when' | 'delayMs' | 'pause' | 'operation' | 'where']?: unknown;
};
type Effect = (typeof EFFECTS)[number];
type OfStatus = (typeof OF_STATUS)[number];

/** Effects on the response: the first one wins. */
const EFFECTS = ['cut', 'truncate', 'garbage', 'status'] as const;
const OF_STATUS = ['body', 'headers', 'retryAfter'] as const;

const NO_EFFECT =
  'or another effect (cut, truncate, garbage, delayMs, pause) is needed: without one the fault changes nothing';

const NO_BODY: readonly unknown[] = [204, 304];
const HEAD: readonly unknown[] = ['HeadObject', 'HeadBucket'];

/** Returns every member without effect. Members may be anything: what is invalid in itself is told elsewhere. */
export function findIdleMembers(given: Members): FieldProblem[] {
  const { operation, status, delayMs, pause } = given;
  const [winner, ...losers] = EFFECTS.filter((name) => isSet(given[name]));
  const waits = pause === true || (delayMs !== undefined && !isNoDelay(delayMs));
  const idle = OF_STATUS.filter((name) => given[name] !== undefined && winner !== 'status');
  const beside = `has no effect beside ${winner}`;
  const isMoment = given.when !== undefined && winner !== 'status' && delayMs === undefined && !isSet(pause);
  const isUnsent = winner === 'status' && NO_BODY.includes(status) && given.body !== undefined && given.body !== '';
  return [
    ...(winner === undefined && !waits ? [{ field: 'status', says: NO_EFFECT }] : []),
    ...losers.map((field) => ({ field, says: `${beside}: choose one of the two` })),
    ...idle.map((field) => ({
      field,
      says: status === undefined ? 'needs status: it is part of the response that the fault sends' : beside,
    })),
    ...(isMoment ? [{ field: 'when', says: status === undefined ? 'needs status, delayMs or pause' : beside }] : []),
    ...(isUnsent ? [{ field: 'body', says: `has no effect: a response with ${status} has none` }] : []),
    ...(winner === 'garbage' && HEAD.includes(operation)
      ? [{ field: 'garbage', says: `has no effect: the response of ${operation} has no body` }]
      : []),
    ...(winner === 'status' ? findRepeated(given) : []),
    ...findUnmatchable(given),
  ];
}

const isSet = (value: unknown) => value !== undefined && value !== false;

/** Whether the delay is less than a timer waits, for every request. */
function isNoDelay(delayMs: unknown): boolean {
  const { max = delayMs, p50, p99 = max } = Object(delayMs) as { readonly [name: string]: unknown };
  return p50 === 0 || (typeof p99 === 'number' && p99 < 0.5);
}

/** Headers that are overwritten by another of the same name. */
function findRepeated({ headers, retryAfter }: Members): FieldProblem[] {
  const names = Object.keys(Object(headers));
  const later = [...names, ...(retryAfter === undefined ? [] : ['retryAfter'])].map((name) => ({
    name,
    key: name === 'retryAfter' ? 'retry-after' : name.toLowerCase(),
  }));
  return names.flatMap((name, index) => {
    const other = later.slice(index + 1).find(({ key }) => key === name.toLowerCase());
    return other ? [{ field: `headers.${name}`, says: `has no effect beside ${other.name}` }] : [];
  });
}

/** Members of `where` that no request to the operation has. */
function findUnmatchable({ operation, where }: Members): FieldProblem[] {
  const wanted = Object(where) as Record<string, unknown>;
  const isS3 = (S3_OPERATIONS as readonly unknown[]).includes(operation);
  const route = Object.entries(routes as Record<string, Route>).find(([name]) => name === operation)?.[1];
  if (operation !== '*' && !isS3 && route === undefined) return [];
  const isAll = operation === '*';
  const hasId = route === undefined ? operation !== 'ListBuckets' : namesObject(route);
  const unless = (has: boolean, name: string, lacks: string) =>
    has || wanted[name] === undefined ? [] : [{ field: `where.${name}`, says: `can match nothing: ${lacks}` }];
  const empty = ['projectId', 'objectId', 'accessKeyId', 'token'].filter((name) => wanted[name] === '');
  const ofS3 = isAll ? ['keyPrefix', 'accessKeyId'].find((name) => wanted[name] !== undefined) : undefined;
  const torn = (name: string, lacks: string) =>
    ofS3 === undefined || wanted[name] === undefined
      ? []
      : [
          {
            field: `where.${name}`,
            says: `can match nothing beside where.${ofS3}: requests to the data plane have no ${lacks}`,
          },
        ];
  return [
    ...unless(
      isAll || OBJECT_OPERATIONS.has(operation),
      'keyPrefix',
      `no path of ${operation} has the key of an object`,
    ),
    ...unless(isAll || route?.request !== undefined, 'body', `${operation} has no JSON body`),
    ...unless(
      isAll || (isS3 && operation !== 'PostObject'),
      'accessKeyId',
      isS3 ? `the key of ${operation} is in its body, which is read later` : `${operation} is not signed`,
    ),
    ...unless(!isS3, 'token', `${operation} is signed, and has no token`),
    ...unless(hasId, 'objectId', `${operation} has no id of an object`),
    ...empty.map((name) => ({ field: `where.${name}`, says: 'must not be empty' })),
    ...torn('body', 'JSON body'),
    ...torn('token', 'token'),
  ];
}

/** Whether a request names an object that is there, in its path or body. */
function namesObject({ path, request }: Route): boolean {
  const fields = request && 'shape' in request ? Object.keys(Object(request.shape)) : [];
  return path.includes('{id}') || fields.includes('id');
}
