import { type Operation, type Route, routes } from '../../contract';
import { linksOf, type OpenApiDocument, toOpenApi } from '../../contract/openapi';
import type { Knobs } from '../settings/knobs';
import { offeredOperations } from './routing';
import { fieldsWithoutEffect } from './unknown-fields';

type Json = Record<string, unknown>;

/** The parts of an operation that a dialect changes. */
interface Documented {
  responses: Record<string, Json>;
  readonly requestBody?: { readonly content: { readonly 'application/json': { schema: Json } } };
}

/** The contract's OpenAPI document for the current dialect: its operations, statuses, envelopes and error body. */
export function describeDialect(knobs: Knobs, version: string): OpenApiDocument {
  const document = structuredClone(toOpenApi({ title: 'Coffer emulator', version }, offeredOperations(knobs)));
  for (const name of offeredOperations(knobs)) {
    const route: Route = routes[name];
    const operation = document.paths[route.path]?.[route.method.toLowerCase()] as Documented;
    operation.responses = toResponses(name, route, operation.responses, knobs);
    const body = operation.requestBody?.content['application/json'];
    if (body && knobs.unknownFields === 'refuse') body.schema = toClosed(body.schema, fieldsWithoutEffect(name));
  }
  if (knobs.errorBody === 'problem') document.components.schemas = { Error: PROBLEM };
  return document;
}

function toResponses(name: Operation, route: Route, given: Record<string, Json>, knobs: Knobs): Record<string, Json> {
  const { default: error = {}, ...rest } = given;
  const [success = {}] = Object.values(rest);
  const { content, ...plain } = success as { content?: { 'application/json': { schema: Json } } } & Json;
  const { status, wrap, idAt } = valueOfKnob(name, route, knobs);
  const { links: _, ...unlinked } = plain;
  const schema = wrap(content?.['application/json'].schema ?? {});
  const gone = route.response.kind === 'none' && knobs.deleteUnknown === 204 && status !== 204;
  const empty = route.response.kind === 'list' && knobs.emptyList === 'no_content';
  const refuses = knobs.errorBody.includes('_');
  const body = refuses && status === 200 ? { anyOf: [schema ?? { type: 'object' }, { type: 'object' }] } : schema;
  return {
    ...(gone && { 204: { description: 'There was none', 'x-not-shown': true } }),
    ...(empty && { 204: { description: 'The list is empty', 'x-not-shown': true } }),
    ...(refuses && { 200: { description: 'A refusal', 'x-not-shown': true, ...jsonOf({ type: 'object' }) } }),
    [status]: {
      ...unlinked,
      ...(body && jsonOf(body)),
      ...(idAt !== undefined && linksOf(name, `$response.body${idAt}`, offeredOperations(knobs))),
    },
    default: toError(error, knobs),
  };
}

const jsonOf = (schema: Json): Json => ({ content: { 'application/json': { schema } } });

/** The status, and a function that wraps the documented schema; it returns undefined for an empty body. */
function valueOfKnob(
  name: Operation,
  route: Route,
  knobs: Knobs,
): { status: number; wrap: (schema: Json) => Json | undefined; idAt?: string } {
  if (route.response.kind === 'none') {
    const isWrapped = knobs.deleteResponse === 'enveloped';
    const wrap = () => (isWrapped ? object({ data: { type: 'null' } }) : undefined);
    return { status: knobs.deleteResponse === 'no_content' ? 204 : 200, wrap };
  }
  if (route.response.kind === 'list') return { status: 200, wrap: (schema) => toListSchema(route.path, schema, knobs) };
  const status = route.method === 'POST' ? knobs.createStatus : 200;
  if (name === 'createAccessKey') return { status, ...FORMS.record };
  const values: { readonly [name: string]: keyof typeof FORMS } = {
    createPullSecret: knobs.pullSecretResponse,
    // The contract's own schema is that of the record.
    createBucket: knobs.bucketResponse === 'id' ? 'record' : knobs.bucketResponse,
  };
  const value = values[name] ?? knobs.writeResponse;
  return { status: value === 'operation' ? 202 : status, ...FORMS[value] };
}

/** Forms of a body with a record: its schema, and where in it the id of the object is, as a JSON pointer. */
const FORMS = {
  record: { wrap: (schema: Json): Json => schema, idAt: '#/id' },
  enveloped: { wrap: (schema: Json): Json => object({ data: schema }), idAt: '#/data/id' },
  id: { wrap: (): Json => object({ id: { type: 'string' } }), idAt: '#/id' },
  pull_secret_id: { wrap: (): Json => object({ pull_secret_id: { type: 'string' } }), idAt: '#/pull_secret_id' },
  bare_id: { wrap: (): Json => ({ type: 'string' }), idAt: '' },
  empty: { wrap: () => undefined },
  location: { wrap: () => undefined },
  operation: {
    wrap: (): Json => object({ operation: object({ id: { type: 'string' }, done: { type: 'boolean' } }) }),
  },
  created_by: {
    wrap: (): Json => object({ message: { type: 'string' }, created_by: object({ id: { type: 'string' } }) }),
  },
} as const;

/** The schema of a body that may have no other fields, but for those `others`, whatever they hold. */
function toClosed(schema: Json, others: readonly string[] = []): Json {
  const given = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const closed = given.map(([name, part]) => [name, part.properties ? toClosed(part) : part] as const);
  const properties = { ...Object.fromEntries(others.map((name) => [name, {}])), ...Object.fromEntries(closed) };
  return { ...schema, properties, additionalProperties: false };
}

function toListSchema(path: string, shown: Json, { listShape, emptyList, deletedObjects }: Knobs): Json {
  const record = shown.items as { readonly properties: Json } & Json;
  const field = { as_before: undefined, deleted_at: 'deleted_at', status: 'status' }[deletedObjects];
  const more = field === undefined ? {} : { [field]: { type: 'string' } };
  const items = { ...shown, items: { ...record, properties: { ...record.properties, ...more } } };
  const array = emptyList === 'null' ? { oneOf: [items, { type: 'null' }] } : items;
  if (listShape === 'array' || listShape === 'array_link') return array;
  const name = listShape === 'envelope_named' ? (path.split('/').at(-1) ?? 'data') : 'data';
  return object({
    [name]: array,
    ...(listShape === 'envelope_cursor' && { next_cursor: { type: ['string', 'null'] } }),
    ...(listShape === 'envelope_pages' && { page: { type: 'integer' }, total_pages: { type: 'integer' } }),
  });
}

function toError({ content, ...plain }: Json, { errorBody }: Knobs): Json {
  if (errorBody === 'empty') return plain;
  if (errorBody !== 'problem') return { ...plain, content };
  return { ...plain, content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

const object = (properties: Json): Json => ({ type: 'object', properties, required: Object.keys(properties) });

const PROBLEM = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    field: { type: 'string' },
  },
  required: ['type', 'title', 'status', 'detail'],
  description: 'RFC 9457, Problem Details',
};
