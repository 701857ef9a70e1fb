import { expect, test } from 'vitest';
import { dialects, type Knobs } from '../../../emulator';
import { describeDialect } from '../../../emulator/rest/openapi';
import { VERSION } from '../../../emulator/version';
import { checkResponse } from './conformance';
import { start } from './support';

const JSON_TYPE = 'application/json; charset=utf-8';
const { conventional, minimal, enveloped } = dialects;

test('the document that responses are checked against is the served one', async () => {
  const { emulator, send } = await start({ dialect: 'enveloped' });

  const served = (await send('GET', '/openapi.json')).json;

  expect(served).toEqual(JSON.parse(JSON.stringify(describeDialect(emulator.knobs, VERSION))));
});

test.each<
  [says: string | undefined, knobs: Knobs, method: string, path: string, status: number, type: string, text: string]
>([
  [undefined, conventional, 'POST', '/secrets', 201, JSON_TYPE, '{"id":"1","name":"a"}'],
  ['200 is not in the document', conventional, 'POST', '/secrets', 200, JSON_TYPE, '{"id":"1","name":"a"}'],
  ["must have required property 'name'", conventional, 'POST', '/secrets', 201, JSON_TYPE, '{"id":"1"}'],
  ['must NOT have additional', conventional, 'POST', '/secrets', 201, JSON_TYPE, '{"id":"1","name":"a","value":"x"}'],
  ['content type text/plain', conventional, 'POST', '/secrets', 201, 'text/plain', '{"id":"1","name":"a"}'],
  ['must be array', conventional, 'GET', '/secrets', 200, JSON_TYPE, '{"data":[]}'],
  ['must be object', enveloped, 'GET', '/secrets', 200, JSON_TYPE, '[]'],
  ['a body, where', minimal, 'POST', '/secrets', 200, JSON_TYPE, '{"id":"1","name":"a"}'],
  [undefined, minimal, 'DELETE', '/secrets/1', 204, '', ''],
  [undefined, enveloped, 'DELETE', '/secrets/1', 200, JSON_TYPE, '{"data":null}'],
  ['a body, where', conventional, 'DELETE', '/secrets/1', 204, JSON_TYPE, '{}'],
  [undefined, conventional, 'GET', '/nowhere', 404, JSON_TYPE, '{"error":{"code":"not_found","message":"m"}}'],
  ["must have required property 'message'", conventional, 'GET', '/x', 404, JSON_TYPE, '{"error":{"code":"c"}}'],
  ['200 is not in the document', conventional, 'GET', '/secrets/pull', 200, JSON_TYPE, '[]'],
  ['content type application/json', enveloped, 'GET', '/x', 404, JSON_TYPE, '{}'],
])('a response is judged: %s', (says, knobs, method, path, status, contentType, text) => {
  const problems = checkResponse(knobs, method, path, { status, contentType, text });

  if (says === undefined) expect(problems).toEqual([]);
  else expect(problems).toEqual([expect.stringContaining(says)]);
});
