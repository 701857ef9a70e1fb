import type * as z from 'zod';
import { type OpenApiDocument, toJsonSchema } from '../../../contract/openapi';
import { CONTROL_PREFIX } from '../../http/paths';
import { type ControlCall, controlCalls } from './table';

/** The control API as an OpenAPI 3.1 document. Every operation is ours, and is marked as ours. */
export function describeControl(version: string): OpenApiDocument {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of controlCalls) {
    const path = CONTROL_PREFIX + call.path;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: toOperation(call) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Coffer emulator: control of tests', version },
    // No credentials are needed on the emulator's own machine.
    security: [{}, { admin: [] }],
    paths,
    components: { securitySchemes: { admin: { type: 'http', scheme: 'bearer' } } },
  };
}

function toOperation(call: ControlCall): unknown {
  const { path, summary, binary, documented = call.body, documentedQuery = call.query } = call;
  const parameters = [
    ...(path.includes('{id}') ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] : []),
    ...(documentedQuery ? toParameters(documentedQuery) : []),
  ];
  return {
    summary,
    'x-ours': true,
    ...(parameters.length > 0 && { parameters }),
    ...(documented && {
      requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(documented, 'input') } } },
    }),
    ...(binary === 'request' && { requestBody: { required: true, content: BYTES } }),
    responses: {
      '2XX': { description: 'Done', ...(binary === 'answer' && { content: BYTES }) },
      default: { description: 'Error' },
    },
  };
}

const BYTES = { 'application/octet-stream': {} };

function toParameters(query: z.ZodType): unknown[] {
  const { properties } = toJsonSchema(query, 'input');
  return Object.entries(properties ?? {}).map(([name, schema]) => ({ name, in: 'query', schema }));
}
