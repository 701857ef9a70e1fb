import * as z from 'zod';
import { errorBody } from './errors';
import { type Operation, type Route, routes } from './routes';

/** Statuses of successful responses in the `conventional` dialect, documented where the interface shows none. */
const SUCCESS = { POST: '201', GET: '200', PUT: '200', DELETE: '204' } as const;

/**
 * The interface as an OpenAPI 3.1 document, made from the route table and its schemas. `operations` are those to document, by default all operations
 * of the interface. Responses that the interface does not show are marked `x-not-shown`, operations of ours `x-ours`.
 */
export function toOpenApi(
  info: OpenApiDocument['info'],
  operations: readonly Operation[] = interfaceOperations(),
): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const name of operations) {
    const route: Route = routes[name];
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: toOperation(name, route, operations) };
  }
  return {
    openapi: '3.1.0',
    info: { ...info },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toJsonSchema(errorBody, 'output') },
    },
  };
}

/** The twelve operations that the interface shows. */
export function interfaceOperations(): Operation[] {
  return (Object.keys(routes) as Operation[]).filter((name) => !routes[name].ours);
}

/** The parts of an OpenAPI document that this module fills. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly security: readonly Record<string, readonly string[]>[];
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: Record<string, Record<string, unknown>>;
}

function toOperation(operationId: Operation, route: Route, operations: readonly Operation[]): unknown {
  return {
    operationId,
    summary: route.summary,
    tags: [route.collection],
    ...(route.ours && { 'x-ours': true }),
    ...(route.path.includes('{id}') && {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', minLength: 1 } }],
    }),
    ...(route.request && { requestBody: { required: true, content: toContent(toJsonSchema(route.request, 'input')) } }),
    responses: {
      [SUCCESS[route.method]]: { ...toSuccess(route), ...linksOf(operationId, '$response.body#/id', operations) },
      default: {
        description: 'Error',
        'x-not-shown': true,
        content: toContent({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

/**
 * Links from a create to the `operations` on the created object: those whose path has the id of an object of the same collection. `id` is
 * the runtime expression of that id. Undefined if `created` is no create, or there is no such operation.
 */
export function linksOf(created: Operation, id: string, operations: readonly Operation[]): object | undefined {
  const { method, collection }: Route = routes[created];
  if (method !== 'POST') return undefined;
  const onOne = operations.filter(
    (name) => routes[name].collection === collection && routes[name].path.includes('{id}'),
  );
  const links = onOne.map((name) => [name, { operationId: name, parameters: { id } }]);
  return links.length === 0 ? undefined : { links: Object.fromEntries(links) };
}

function toSuccess({ response }: Route): object {
  if (response.kind === 'none') return { description: 'Done', 'x-not-shown': true };
  const record = toJsonSchema(response.record, 'input');
  if (response.kind === 'list') {
    return { description: 'All of them', 'x-not-shown': true, content: toContent({ type: 'array', items: record }) };
  }
  return { description: 'Done', ...(!response.shown && { 'x-not-shown': true }), content: toContent(record) };
}

const toContent = (schema: unknown) => ({ 'application/json': { schema } });

/** JSON Schema of a schema's input or output, by default in draft 2020-12. Integers of any size are `integer`, whatever their JavaScript type. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  target: 'draft-2020-12' | 'draft-07' = 'draft-2020-12',
): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { wire, anyOf: _alternatives, ...documented } = jsonSchema as Record<string, unknown>;
      if (wire !== 'integer') return;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Record<string, unknown>)[key];
      Object.assign(jsonSchema, documented, { type: 'integer', format: 'int64' });
    },
  });
  return rest;
}
