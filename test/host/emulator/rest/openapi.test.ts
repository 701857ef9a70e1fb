import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { EmulatorOptions } from '../../../../emulator';
import { inRoot } from '../../../../scripts/support/paths';
import { base64, start } from '../support';

test('serves the document of its own dialect, without a token', async () => {
  const { send } = await start();

  const document = (await send('GET', '/openapi.json', undefined, { authorization: undefined })).json;

  expect(document.openapi).toBe('3.1.0');
  expect(Object.values(document.paths as object).flatMap(Object.keys)).toHaveLength(12);
  expect(document.paths['/secrets'].post.responses['201'].content['application/json'].schema.properties).toHaveProperty(
    'id',
  );
  expect(document.paths['/secrets/{id}'].delete.responses).toHaveProperty('204');
  expect(document.paths['/secrets'].get.responses['200'].content['application/json'].schema.type).toBe('array');
});

test('the document of the conventional dialect is that of the interface', async () => {
  const { send } = await start();
  const committed = JSON.parse(readFileSync(inRoot('docs/openapi.json'), 'utf8'));

  const { paths, components, info } = (await send('GET', '/openapi.json')).json;

  expect([paths, components]).toEqual([committed.paths, committed.components]);
  expect(info).toMatchObject({ title: 'Coffer emulator' });
});

/** The responses of an operation under some knobs. */
async function responsesOf(path: string, method: string, knobs: EmulatorOptions['knobs']) {
  const { send } = await start({ knobs: { errorBody: 'empty', ...knobs } });
  return (await send('GET', '/openapi.json')).json.paths[path][method].responses;
}

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) });
const NO_BODY = { default: { description: 'Error', 'x-not-shown': true } };
const GONE = { description: 'There was none', 'x-not-shown': true };
const DONE = { description: 'Done', 'x-not-shown': true };
const links = (id: string) => ({
  links: { deletePullSecret: { operationId: 'deletePullSecret', parameters: { id } } },
});

test.each([
  [{ deleteResponse: 'no_content', deleteUnknown: 204 }, { 204: DONE }],
  [{ deleteResponse: 'empty', deleteUnknown: 404 }, { 200: DONE }],
  [
    { deleteResponse: 'empty', deleteUnknown: 204 },
    { 200: DONE, 204: GONE },
  ],
  [
    { deleteResponse: 'enveloped', deleteUnknown: 204 },
    { 200: { ...DONE, ...json(object({ data: { type: 'null' } })) }, 204: GONE },
  ],
] as const)('says with %o what a deletion returns', async (knobs, responses) => {
  expect(await responsesOf('/secrets/{id}', 'delete', knobs)).toEqual({ ...responses, ...NO_BODY });
});

test.each([
  [{ pullSecretResponse: 'id' }, object({ id: { type: 'string' } }), '#/id'],
  [{ pullSecretResponse: 'pull_secret_id' }, object({ pull_secret_id: { type: 'string' } }), '#/pull_secret_id'],
  [{ pullSecretResponse: 'bare_id' }, { type: 'string' }, ''],
] as const)('says with %o what a create returns, and where the id is', async (knobs, schema, at) => {
  const all = { ...knobs, createStatus: 200, pullSecretApi: 'full', unknownFields: 'ignore' } as const;

  expect(await responsesOf('/secrets/pull', 'post', all)).toEqual({
    200: { ...DONE, ...json(schema), ...links(`$response.body${at}`) },
    ...NO_BODY,
  });
});

test.each([
  ['array', 'array', undefined],
  ['array_link', 'array', undefined],
  ['envelope', 'object', ['data']],
  ['envelope_link', 'object', ['data']],
  ['envelope_cursor', 'object', ['data', 'next_cursor']],
] as const)('says with the shape %s that a list is an %s', async (listShape, type, required) => {
  const { content, description } = (await responsesOf('/secrets', 'get', { listShape }))['200'];
  const { schema } = content['application/json'];

  expect([description, schema.type, schema.required]).toEqual(['All of them', type, required]);
  if (listShape === 'envelope_cursor') expect(schema.properties.next_cursor).toEqual({ type: ['string', 'null'] });
});

test('says what minimal leaves out', async () => {
  const { send } = await start({ dialect: 'minimal' });

  const { paths } = (await send('GET', '/openapi.json')).json;

  expect(paths['/secrets'].post.responses['200'].content).toBeUndefined();
  expect(
    Object.keys(paths['/secrets/pull'].post.responses['200'].content['application/json'].schema.properties),
  ).toEqual(['id']);
  expect(paths['/secrets'].post.responses.default.content).toBeUndefined();
  expect(paths['/s3/buckets'].post.responses['200'].content['application/json'].schema.properties).toHaveProperty('id');
});

test('says how enveloped wraps', async () => {
  const { send } = await start({ dialect: 'enveloped', knobs: { deleteUnknown: 204 } });

  const { paths, components } = (await send('GET', '/openapi.json')).json;

  const list = paths['/secrets'].get.responses['200'].content['application/json'].schema;
  expect(Object.keys(list.properties)).toEqual(['data', 'next_cursor']);
  expect(paths['/secrets'].post.responses.default.content).toHaveProperty('application/problem+json');
  const text = { type: 'string' };
  expect(components.schemas.Error).toEqual({
    ...{ type: 'object', required: ['type', 'title', 'status', 'detail'], description: 'RFC 9457, Problem Details' },
    properties: { type: text, title: text, status: { type: 'integer' }, detail: text, field: text },
  });
  const deleted = paths['/secrets/{id}'].delete.responses;
  expect(deleted).toMatchObject({ 204: { description: 'There was none', 'x-not-shown': true } });
  expect(deleted['200'].content['application/json'].schema).toEqual({
    ...{ type: 'object', properties: { data: { type: 'null' } }, required: ['data'] },
  });
});

test('lists what extended has more, and one document does not change the next', async () => {
  const extended = await start({ dialect: 'extended' });
  const conventional = await start();

  const one = (await extended.send('GET', '/openapi.json')).json;
  const two = (await conventional.send('GET', '/openapi.json')).json;

  expect(Object.keys(one.paths['/secrets/pull']).sort()).toEqual(['get', 'post', 'put']);
  expect(Object.keys(two.paths['/secrets/pull'])).toEqual(['post']);
});

/** The value that a runtime expression of a link names in a response. */
function valueAt(expression: string, body: unknown): unknown {
  const [, pointer] = /^\$response\.body(?:#(.*))?$/.exec(expression) ?? [];
  const names = (pointer ?? '').split('/').slice(1);
  return names.reduce<unknown>((part, name) => Object(part)[name], body);
}

test.each<EmulatorOptions>([
  { dialect: 'conventional' },
  { dialect: 'minimal' },
  { dialect: 'enveloped' },
  { dialect: 'extended' },
  { dialect: 'extended', knobs: { pullSecretResponse: 'bare_id' } },
  { dialect: 'extended', knobs: { pullSecretResponse: 'pull_secret_id', writeResponse: 'empty' } },
  { knobs: { writeResponse: 'enveloped', pullSecretResponse: 'enveloped', pullSecretApi: 'full' } },
])('with %o the links of a create lead to what deletes it', async (options) => {
  const { emulator, send, project: project_id } = await start(options);
  const bodies: Record<string, object> = {
    '/secrets': { project_id, name: 'a', value: base64('x') },
    '/secrets/pull': { project_id, server: 's', username: 'u', password: 'p' },
    '/s3/buckets': { project_id, max_size: 1 },
    '/s3/keys': { project_id, bucket_ids: [], permissions: { read: true, write: false, owner: false } },
  };
  const { paths } = (await send('GET', '/openapi.json')).json;
  const pathOf = (operationId: string) =>
    Object.entries(paths as Record<string, Record<string, { operationId: string }>>).find(([, methods]) =>
      Object.values(methods).some((each) => each.operationId === operationId),
    )?.[0];
  let followed = 0;

  for (const [path, body] of Object.entries(bodies)) {
    const { status, json } = await send('POST', path, body);
    for (const [name, link] of Object.entries(paths[path].post.responses[status].links ?? {})) {
      const { operationId, parameters } = link as { operationId: string; parameters: { id: string } };
      const id = valueAt(parameters.id, json);
      const deleted = await send('DELETE', (pathOf(operationId) ?? '').replace('{id}', String(id)));
      expect([name, typeof id, deleted.status < 300]).toEqual([operationId, 'string', true]);
      followed += 1;
    }
  }
  const left = [emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()];

  expect(followed).toBeGreaterThan(0);
  expect(left.flat().length + emulator.inspect.pullSecrets().length).toBe(4 - followed);
});

test('with --strict bodies may have no other fields, but for those of a bucket in its update', async () => {
  const { send } = await start({ knobs: { unknownFields: 'refuse' } });
  const open = (await (await start()).send('GET', '/openapi.json')).json.paths;
  const { paths } = (await send('GET', '/openapi.json')).json;
  const schemaOf = (of: typeof paths, path: string, method: string) =>
    of[path][method].requestBody.content['application/json'].schema;

  expect(schemaOf(paths, '/secrets', 'post').additionalProperties).toBe(false);
  expect(schemaOf(paths, '/s3/keys', 'post').properties.permissions.additionalProperties).toBe(false);
  expect(Object.keys(schemaOf(paths, '/s3/buckets', 'put').properties)).toContain('alias');
  expect(schemaOf(paths, '/s3/buckets', 'put').properties.max_size).toEqual(
    schemaOf(open, '/s3/buckets', 'put').properties.max_size,
  );
  expect(schemaOf(open, '/secrets', 'post').additionalProperties).toBeUndefined();
});
