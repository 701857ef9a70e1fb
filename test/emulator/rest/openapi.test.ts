import { expect, test } from 'vitest';
import { start } from '../support';

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
  const { send } = await start({ dialect: 'enveloped' });

  const { paths, components } = (await send('GET', '/openapi.json')).json;

  const list = paths['/secrets'].get.responses['200'].content['application/json'].schema;
  expect(Object.keys(list.properties)).toEqual(['data', 'next_cursor']);
  expect(paths['/secrets'].post.responses.default.content).toHaveProperty('application/problem+json');
  expect(components.schemas.Error.properties).toHaveProperty('detail');
});

test('lists what extended has more, and one document does not change the next', async () => {
  const extended = await start({ dialect: 'extended' });
  const conventional = await start();

  const one = (await extended.send('GET', '/openapi.json')).json;
  const two = (await conventional.send('GET', '/openapi.json')).json;

  expect(Object.keys(one.paths['/secrets/pull']).sort()).toEqual(['get', 'post', 'put']);
  expect(Object.keys(two.paths['/secrets/pull'])).toEqual(['post']);
});
