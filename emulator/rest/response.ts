import type { Route } from '../../contract';
import { stringifyJson } from '../../contract/formats/json';
import type { Page } from '../domain/collection';
import type { Rely } from '../domain/rules';
import type { Knobs } from '../settings/knobs';

/** An HTTP response before it is written. Without a body, nothing is sent after the headers. */
export interface RestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Result of an operation, before the dialect gives the response its form: a record, a page of records, or nothing. */
export type Outcome =
  | { readonly kind: 'record'; readonly record: JsonRecord }
  | { readonly kind: 'page'; readonly page: Page<JsonRecord> }
  | { readonly kind: 'none' };

/** The fields of a deleted object that a list still shows; none for any other. */
export function deletionOf({ deletedAt }: { readonly deletedAt?: number }, rely: Rely<Knobs>): object {
  if (deletedAt === undefined) return {};
  const deletedObjects = rely('deletedObjects');
  if (deletedObjects === 'as_before') return {};
  return deletedObjects === 'status' ? { status: 'deleted' } : { deleted_at: new Date(deletedAt).toISOString() };
}

/** A record as JSON. `undefined` members are left out, a `bigint` is a JSON integer. */
export type JsonRecord = { readonly [field: string]: unknown } & { readonly id: string };

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** Text of the body; undefined: no body. */
export function toText(response: RestResponse): string | undefined {
  if (response.body === undefined) return undefined;
  return typeof response.body === 'string' ? response.body : stringifyJson(response.body);
}

/** Returns the response to one operation in the current dialect. `url` is that of the request, for links to the next page. */
export function toResponse(name: string, route: Route, outcome: Outcome, rely: Rely<Knobs>, url: string): RestResponse {
  switch (outcome.kind) {
    case 'none':
      return DELETED[rely('deleteResponse')];
    case 'page':
      return toListResponse(outcome.page, rely, url);
    case 'record': {
      const status = route.method === 'POST' ? rely('createStatus') : 200;
      // A response that the interface shows is the same in every dialect, but for a bucket's, which is its id alone.
      const shown = route.response.kind === 'record' && route.response.shown;
      if (shown && name !== 'createBucket') return { status, headers: JSON_TYPE, body: outcome.record };
      const value = rely(KNOB_OF[name] ?? 'writeResponse');
      if (value === 'location') {
        const id = encodeURIComponent(outcome.record.id);
        return { status, headers: { location: `${route.path}/${id}` } };
      }
      return value === 'empty'
        ? { status, headers: {} }
        : { status: value === 'operation' ? 202 : status, headers: JSON_TYPE, body: BODY_OF[value](outcome.record) };
    }
  }
}

const KNOB_OF: { readonly [operation: string]: 'pullSecretResponse' | 'bucketResponse' } = {
  createPullSecret: 'pullSecretResponse',
  createBucket: 'bucketResponse',
};

/** Position to continue after, from the cursor of a list response. Undefined if the cursor is not one of ours. */
export function parseCursor(cursor: string): number | undefined {
  const position = Number(Buffer.from(cursor, 'base64url').toString());
  return Number.isSafeInteger(position) && position > 0 && toCursor(position) === cursor ? position : undefined;
}

/** Maximum number of records in a list response; undefined if lists have no pages. */
export function pageLimit(rely: Rely<Knobs>): number | undefined {
  const shape = rely('listShape');
  return shape === 'array' || shape === 'envelope' || shape === 'envelope_named' ? undefined : rely('pageSize');
}

const BODY_OF = {
  record: (record: JsonRecord): unknown => record,
  id: ({ id }: JsonRecord): unknown => ({ id }),
  enveloped: (record: JsonRecord): unknown => ({ data: record }),
  pull_secret_id: ({ id }: JsonRecord): unknown => ({ pull_secret_id: id }),
  bare_id: ({ id }: JsonRecord): unknown => stringifyJson(id),
  created_by: (): unknown => ({ message: 'done', created_by: { id: 'user-1' } }),
  operation: ({ id }: JsonRecord): unknown => ({ operation: { id: `operation-${id}`, done: false } }),
};

const DELETED: Readonly<Record<Knobs['deleteResponse'], RestResponse>> = {
  no_content: { status: 204, headers: {} },
  empty: { status: 200, headers: {} },
  enveloped: { status: 200, headers: JSON_TYPE, body: { data: null } },
};

function toListResponse({ items, next, place }: Page<JsonRecord>, rely: Rely<Knobs>, url: string): RestResponse {
  const listShape = rely('listShape');
  const emptyList = items.length === 0 ? rely('emptyList') : 'array';
  if (emptyList === 'no_content') return { status: 204, headers: {} };
  const list = emptyList === 'null' ? null : items;
  const cursor = next === undefined ? null : toCursor(next);
  const isLinked = cursor !== null && (listShape === 'array_link' || listShape === 'envelope_link');
  const headers = isLinked ? { ...JSON_TYPE, link: `<${url}?cursor=${cursor}>; rel="next"` } : JSON_TYPE;
  if (listShape === 'array' || listShape === 'array_link') return { status: 200, headers, body: list };
  const name = listShape === 'envelope_named' ? (url.split('/').at(-1) ?? 'data') : 'data';
  const cursors = listShape === 'envelope_cursor' ? { next_cursor: cursor } : {};
  const numbers = place && { page: place.number, total_pages: place.pages };
  return { status: 200, headers, body: { [name]: list, ...cursors, ...numbers } };
}

const toCursor = (position: number) => Buffer.from(String(position)).toString('base64url');
