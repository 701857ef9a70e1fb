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

/** A record as JSON. `undefined` members are left out, a `bigint` is a JSON integer. */
export type JsonRecord = { readonly [field: string]: unknown } & { readonly id: string };

/** Header of a JSON body. */
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
      return toDeleteResponse(rely('deleteResponse'));
    case 'page':
      return toListResponse(outcome.page, rely('listShape'), url);
    case 'record': {
      const status = route.method === 'POST' ? rely('createStatus') : 200;
      // A response that the interface shows is the same in every dialect.
      const shown = route.response.kind === 'record' && route.response.shown;
      if (shown) return toRecordResponse(status, outcome.record, 'record');
      const value = rely(name === 'createPullSecret' ? 'pullSecretResponse' : 'writeResponse');
      return toRecordResponse(status, outcome.record, value);
    }
  }
}

/** Position to continue after, from the cursor of a list response. Undefined if the cursor is not one of ours. */
export function parseCursor(cursor: string): number | undefined {
  const position = Number(Buffer.from(cursor, 'base64url').toString());
  return Number.isSafeInteger(position) && position > 0 && toCursor(position) === cursor ? position : undefined;
}

/** Maximum number of records in a list response; undefined if lists have no pages. */
export function pageLimit(rely: Rely<Knobs>): number | undefined {
  const shape = rely('listShape');
  return shape === 'array' || shape === 'envelope' ? undefined : rely('pageSize');
}

function toRecordResponse(
  status: number,
  record: JsonRecord,
  value: Knobs['pullSecretResponse'] | Knobs['writeResponse'],
): RestResponse {
  switch (value) {
    case 'record':
      return { status, headers: JSON_TYPE, body: record };
    case 'id':
      return { status, headers: JSON_TYPE, body: { id: record.id } };
    case 'enveloped':
      return { status, headers: JSON_TYPE, body: { data: record } };
    case 'pull_secret_id':
      return { status, headers: JSON_TYPE, body: { pull_secret_id: record.id } };
    case 'bare_id':
      return { status, headers: JSON_TYPE, body: stringifyJson(record.id) };
    case 'empty':
      return { status, headers: {} };
  }
}

function toDeleteResponse(deleteResponse: Knobs['deleteResponse']): RestResponse {
  switch (deleteResponse) {
    case 'no_content':
      return { status: 204, headers: {} };
    case 'empty':
      return { status: 200, headers: {} };
    case 'enveloped':
      return { status: 200, headers: JSON_TYPE, body: { data: null } };
  }
}

function toListResponse({ items, next }: Page<JsonRecord>, listShape: Knobs['listShape'], url: string): RestResponse {
  const cursor = next === undefined ? null : toCursor(next);
  const link: Record<string, string> = cursor === null ? {} : { link: `<${url}?cursor=${cursor}>; rel="next"` };
  switch (listShape) {
    case 'array':
      return { status: 200, headers: JSON_TYPE, body: items };
    case 'array_link':
      return { status: 200, headers: { ...JSON_TYPE, ...link }, body: items };
    case 'envelope':
      return { status: 200, headers: JSON_TYPE, body: { data: items } };
    case 'envelope_link':
      return { status: 200, headers: { ...JSON_TYPE, ...link }, body: { data: items } };
    case 'envelope_cursor':
      return { status: 200, headers: JSON_TYPE, body: { data: items, next_cursor: cursor } };
  }
}

const toCursor = (position: number) => Buffer.from(String(position)).toString('base64url');
