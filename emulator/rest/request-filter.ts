import * as z from 'zod';
import type { Json } from '../../contract';
import { strict } from './strict';

/** What a request is about, as far as it can be picked by. */
export interface RequestView {
  /**
   * Projects that it concerns: the one that its body names, or that of the object that its id names; where it names none,
   * all that its token may use. At the data plane the project of the key, or else of the bucket.
   */
  readonly projectIds: readonly string[];
  /** The id in its path or body; at the data plane that of its bucket. */
  readonly objectId: string | undefined;
  /** Key of the object, at the data plane; undefined where the path has none, as in a listing. */
  readonly key: string | undefined;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Its body as JSON. Undefined: it has none, none that parses, or it is of the data plane. */
  readonly body: Json | undefined;
}

/** Picks requests by their body: values by their places (`name`, `permissions.read`, `bucket_ids[0]`), or what a function says of it. */
export type BodyFilter = Readonly<Record<string, unknown>> | ((body: unknown) => boolean);

/** Picks requests; every member given must match. */
export interface RequestFilter {
  /** Those that concern this project: where tests share an emulator, that of `newProject()`. */
  readonly projectId?: string;
  /** Those whose path or body has this id; at the data plane those to this bucket. */
  readonly objectId?: string;
  /** Those to the data plane whose path names an object whose key begins so. */
  readonly keyPrefix?: string;
  /** Those with these headers; names without regard to case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Those with this JSON body. None of the data plane has one. */
  readonly body?: BodyFilter;
}

/** A place in a body: names and numbers of elements, `$.` before it or not. */
const PLACE = /^(?:\$\.?)?[^.[\]]*(?:\.[^.[\]]+|\[\d+\])*$/;

const header = z.string().regex(/^[\w-]+$/, 'must be the name of a header');
const place = z.string().regex(PLACE, 'must be a place such as name, permissions.read or bucket_ids[0]');

/** Members of a {@link RequestFilter} from outside. */
export const requestFilterFields = {
  projectId: z.string().exactOptional(),
  objectId: z.string().exactOptional(),
  keyPrefix: z.string().exactOptional(),
  headers: z.record(header, z.string()).exactOptional(),
  body: z
    .union(
      [z.record(place, z.unknown()), z.custom<(body: unknown) => boolean>((given) => typeof given === 'function')],
      'must be an object of places and values, or (in process) a function',
    )
    .exactOptional(),
};

/** A {@link RequestFilter} from outside. */
export const requestFilter = strict(requestFilterFields) satisfies z.ZodType<RequestFilter>;

/** Whether the filter picks the request. What costs most is looked at last. */
export function picks({ projectId, objectId, keyPrefix, headers, body }: RequestFilter, request: RequestView): boolean {
  return (
    (objectId === undefined || request.objectId === objectId) &&
    (keyPrefix === undefined || request.key?.startsWith(keyPrefix) === true) &&
    (headers === undefined || Object.entries(headers).every((each) => hasHeader(request, each))) &&
    (projectId === undefined || request.projectIds.includes(projectId)) &&
    (body === undefined || hasBody(request, body))
  );
}

function hasHeader({ headers }: RequestView, [name, value]: readonly [string, string]): boolean {
  const has = headers[name.toLowerCase()];
  return has !== undefined && String(has) === value;
}

function hasBody({ body }: RequestView, filter: BodyFilter): boolean {
  if (body === undefined) return false;
  if (typeof filter === 'function') return filter(body);
  return Object.entries(filter).every(([at, value]) => isSameJson(valueAt(body, at), value));
}

/** Names and numbers on the way to a place. */
export function stepsOf(at: string): string[] {
  return at.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? [];
}

function valueAt(body: Json, at: string): unknown {
  return stepsOf(at).reduce<unknown>(
    (value, step) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined,
    body,
  );
}

/** Equal as JSON: integers by their value, however they are held; members of objects in any order. */
function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one === 'bigint' || typeof other === 'bigint') {
    const isNumeric = [one, other].every((value) => typeof value === 'bigint' || Number.isInteger(value));
    return isNumeric && BigInt(one as bigint) === BigInt(other as bigint);
  }
  if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameJson(Reflect.get(one, name), Reflect.get(other, name)))
  );
}
