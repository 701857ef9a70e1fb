import * as z from 'zod';
import type { Json } from '../../contract/formats/json';
import { isRecord } from '../domain/members';

/** The properties of a request that filters can select by. */
export interface RequestView {
  /**
   * Projects that the request concerns: the project that its body names, or that of the object that its id names; if it names none,
   * all projects that its token may use. At the data plane the project of the key, or else of the bucket.
   */
  readonly projectIds: readonly string[];
  /** The id in its path or body; at the data plane the id of its bucket. */
  readonly objectId: string | undefined;
  /** Key of the object, at the data plane; undefined if the path has none, as in a listing. */
  readonly key: string | undefined;
  /** Public id of the access key that the signature names, if there is such a key. At the control plane undefined. */
  readonly accessKeyId: string | undefined;
  /** Headers by lower-case names. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Its body as JSON. Undefined: there is none, it does not parse, or the request is to the data plane. */
  readonly body: Json | undefined;
}

/** Selects requests by their body: by values at places (`name`, `permissions.read`, `bucket_ids[0]`), or by a function. */
export type BodyFilter = Readonly<Record<string, unknown>> | ((body: unknown) => boolean);

/** Selects requests; every member given must match. */
export interface RequestFilter {
  /** Requests that concern this project. Tests that share an emulator give that of `newProject()`. */
  readonly projectId?: string;
  /** Requests whose path or body has this id; at the data plane requests to this bucket. */
  readonly objectId?: string;
  /** Requests to the data plane whose path names an object whose key has this prefix. */
  readonly keyPrefix?: string;
  /** Requests to the data plane that are signed with this access key, given by its public id. */
  readonly accessKeyId?: string;
  /** Requests with these headers; names are case-insensitive. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Requests whose JSON body matches. Requests to the data plane never have one. */
  readonly body?: BodyFilter;
}

/** A place in a body: names and element numbers, with or without a leading `$.`. */
const PLACE = /^(?:\$\.?)?[^.[\]]*(?:\.[^.[\]]+|\[\d+\])*$/;
const PLACES = 'must have places such as name, permissions.read or bucket_ids[0]';

const header = z.string().regex(/^[\w-]+$/, 'must be the name of a header');
const place = z.string().regex(PLACE);

export const requestFilterFields = {
  projectId: z.string().exactOptional(),
  objectId: z.string().exactOptional(),
  keyPrefix: z.string().exactOptional(),
  accessKeyId: z.string().exactOptional(),
  headers: z.record(header, z.string()).exactOptional(),
  body: z
    .union(
      [z.record(place, z.unknown()), z.custom<(body: unknown) => boolean>((given) => typeof given === 'function')],
      {
        error: ({ input }) =>
          isRecord(input) ? PLACES : 'must be an object of places and values, or (in process) a function',
      },
    )
    .exactOptional(),
};

/** Whether the filter matches the request. Checks the most expensive members last. */
export function picks(filter: RequestFilter, request: RequestView): boolean {
  const { projectId, objectId, keyPrefix, accessKeyId, headers, body } = filter;
  return (
    (objectId === undefined || request.objectId === objectId) &&
    (accessKeyId === undefined || request.accessKeyId === accessKeyId) &&
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

/** Splits a place into its names and element numbers. */
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

/** Whether two values are equal as JSON: integers by value, as number or bigint; members of objects in any order. */
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
