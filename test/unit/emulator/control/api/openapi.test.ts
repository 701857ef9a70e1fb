import { expect, test } from 'vitest';
import { describeControl } from '../../../../../emulator/control/api/openapi';
import { controlCalls } from '../../../../../emulator/control/api/table';

const document = describeControl('1.2.3');

// biome-ignore lint/suspicious/noExplicitAny: the test reads freely what the document has
const operationOf = (path: string, method: string) => (document.paths[`/_emulator${path}`] as any)[method];

test('the document of the control API says what it is, and that it takes the admin token or none', () => {
  const { paths, ...rest } = document;

  expect(rest).toEqual({
    openapi: '3.1.0',
    info: { title: 'Coffer emulator: control of tests', version: '1.2.3' },
    security: [{}, { admin: [] }],
    components: { securitySchemes: { admin: { type: 'http', scheme: 'bearer' } } },
  });
});

test('every call is in the document, says what it does, and is marked as ours', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  expect(operations).toHaveLength(controlCalls.length);
  for (const operation of operations) {
    expect(operation).toMatchObject({
      summary: expect.stringMatching(/^[A-Z][a-z]+ .{10,}[^.]$/),
      'x-ours': true,
      responses: { '2XX': { description: 'Done' }, default: { description: 'Error' } },
    });
  }
});

const BYTES = { 'application/octet-stream': {} };

test.each([
  [
    '/reset',
    'post',
    {
      parameters: [
        {
          name: 'by',
          in: 'query',
          schema: {
            type: 'string',
            minLength: 1,
            maxLength: 1000,
            description: 'Who asks, such as the name of a test.',
          },
        },
      ],
    },
  ],
  [
    '/dashboard-links',
    'post',
    {
      parameters: [
        {
          name: 'to',
          in: 'query',
          schema: { type: 'string', default: '/secrets', description: 'Path below /dashboard.' },
        },
      ],
    },
  ],
  ['/epoch', 'get', {}],
  [
    '/snapshot',
    'get',
    { responses: { '2XX': { description: 'Done', content: BYTES }, default: { description: 'Error' } } },
  ],
  ['/snapshot', 'put', { requestBody: { required: true, content: BYTES } }],
  ['/faults/{id}', 'delete', { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }],
  [
    '/faults',
    'get',
    { parameters: [{ name: 'unmet', in: 'query', schema: { type: 'string', enum: ['true', 'false'] } }] },
  ],
  ['/lifecycle', 'get', { parameters: [{ name: 'bucketId', in: 'query', schema: { type: 'string' } }] }],
  [
    ...(['/journal/marks', 'post'] as const),
    {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                text: { type: 'string', minLength: 1, maxLength: 1000, description: 'Shown as it is: no secret.' },
              },
              required: ['text'],
              additionalProperties: false,
            },
          },
        },
      },
    },
  ],
])('%s %s takes and returns what the document says', (path, method, says) => {
  const { summary, ...rest } = operationOf(path, method);
  const plain = { 'x-ours': true, responses: { '2XX': { description: 'Done' }, default: { description: 'Error' } } };

  expect(rest).toEqual({ ...plain, ...says });
});

test('queries of the journal are described with their forms', () => {
  const parametersOf = (path: string) =>
    Object.fromEntries(
      operationOf(path, 'get').parameters.map(({ name, in: where, schema }: Record<string, unknown>) => [
        name,
        where === 'query' && schema,
      ]),
    );
  const filter = parametersOf('/journal');

  expect(filter).toMatchObject({
    headers: { type: 'string', description: 'JSON: {"<name>": "<value>"}' },
    body: {
      type: 'string',
      description: 'JSON: {"<place>": <value>}; a place is name, permissions.read or bucket_ids[0]',
    },
  });
  expect(parametersOf('/journal/count')).toEqual(filter);
  expect(parametersOf('/journal/wait')).toEqual({
    ...filter,
    count: { type: 'integer', minimum: 1, maximum: 10_000, default: 1 },
    timeoutMs: { type: 'integer', minimum: 0, maximum: 60_000, default: 10_000 },
  });
});

test('bodies that a call checks by itself are described as well', () => {
  const schemaOf = (path: string) => operationOf(path, 'post').requestBody.content['application/json'].schema;

  expect(Object.keys(schemaOf('/seed').properties)).toContain('pull_secrets');
  expect(Object.keys(schemaOf('/faults').properties)).toContain('operation');
});
