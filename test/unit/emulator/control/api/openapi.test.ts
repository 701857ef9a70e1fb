import { expect, test } from 'vitest';
import { describeControl } from '../../../../../emulator/control/api/openapi';
import { controlCalls } from '../../../../../emulator/control/api/table';

const document = describeControl('1.2.3');

// biome-ignore lint/suspicious/noExplicitAny: the test reads freely what the document has
const operationOf = (path: string, method: string) => (document.paths[`/_emulator${path}`] as any)[method];
const schemaOf = (path: string) => operationOf(path, 'post').requestBody.content['application/json'].schema;

test('every call is in the document, and is marked as ours', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  expect(document.openapi).toBe('3.1.0');
  expect(operations).toHaveLength(controlCalls.length);
  for (const operation of operations) expect(operation).toMatchObject({ summary: expect.any(String), 'x-ours': true });
});

test('parameters and bodies are described with their limits, also those that a call checks by itself', () => {
  const parametersOf = (path: string) =>
    Object.fromEntries(
      operationOf(path, 'get').parameters.map(({ name, schema }: Record<string, unknown>) => [name, schema]),
    );
  const filter = parametersOf('/journal');

  expect(operationOf('/faults/{id}', 'delete').parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
  expect(parametersOf('/faults').unmet).toMatchObject({ enum: ['true', 'false'] });
  expect(parametersOf('/journal/wait')).toEqual({
    ...filter,
    count: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    timeoutMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 10_000 },
  });
  expect(operationOf('/snapshot', 'put').requestBody.content).toEqual({ 'application/octet-stream': {} });
  expect(schemaOf('/journal/marks')).toMatchObject({ required: ['text'], additionalProperties: false });
  expect(Object.keys(schemaOf('/seed').properties)).toContain('pull_secrets');
  expect(schemaOf('/faults').required).toEqual(['operation']);
});
