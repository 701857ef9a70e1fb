import { expect, test } from 'vitest';
import { stringifyJson } from '../../../../contract/formats/json';
import { duplicateFields } from '../../../../emulator/rest/duplicate-json-fields';
import { base64, start } from '../support';

const STRICT = { knobs: { unknownFields: 'refuse' } } as const;
const PERMISSIONS = { read: true, write: false, owner: false };

/** Method, path, body, and what is said of it. */
const UNKNOWN: readonly (readonly [string, string, object | string, string])[] = [
  [
    'POST',
    '/s3/buckets',
    { project_id: 'project-1', max_size: 1, descripton: 'CANARY' },
    '"descripton" is not a field: did you mean "description"?',
  ],
  [
    'POST',
    '/secrets',
    { project_id: 'project-1', name: 'a', value: base64('CANARY'), 'CANARY-1': 'CANARY' },
    'The body has 1 field that it may not have; it may have project_id, name, value',
  ],
  [
    'POST',
    '/secrets/pull',
    { project_id: 'project-1', server: 's', username: 'u', password: 'CANARY', usrname: 'CANARY', email: 'CANARY' },
    '"usrname" is not a field: did you mean "username"?; The body has 1 field that it may not have',
  ],
  [
    'POST',
    '/s3/keys',
    { project_id: 'project-1', bucket_ids: [], permissions: { ...PERMISSIONS, ownr: true, CANARY: true } },
    '"permissions.ownr" is not a field: did you mean "permissions.owner"?; "permissions" has 1 field',
  ],
  [
    'POST',
    '/s3/buckets',
    '{"project_id": "project-1", "max_size": 1, "max_\\u0073ize": 2, "CANARY": 1, "CANARY": 2}',
    '"max_size" is there twice; The body has another field twice',
  ],
];

test.each(UNKNOWN)('refused by the knob: %s %s with %o', async (method, path, body, says) => {
  const { emulator, send } = await start(STRICT);

  const response = await send(method, path, body);

  const kept = stringifyJson([emulator.inspect.buckets(), emulator.inspect.secrets(), emulator.inspect.pullSecrets()]);
  expect(response.status).toBe(400);
  expect(response.json.error).toMatchObject({ code: 'invalid' });
  for (const part of says.split('; ')) expect(response.json.error.message).toContain(part);
  expect(response.headers.get('x-coffer-assumption')).toBe('errorBody, unknownFields');
  expect(kept).toBe('[[],[],[]]');
  expect(response.text + stringifyJson(emulator.journal.requests())).not.toContain('CANARY');
});

test.each(UNKNOWN)('accepted by default, and told by header and journal: %s %s with %o', async (method, path, body) => {
  const { emulator, send } = await start();

  const response = await send(method, path, body);

  expect(response.status).toBe(201);
  expect(response.headers.get('x-coffer-assumption')?.split(', ')).toContain('unknownFields');
  expect(emulator.journal.requests()[0]?.assumptions).toContain('unknownFields');
  expect(stringifyJson(emulator.journal.requests())).not.toContain('CANARY');
});

test('an update of a bucket may have its other fields, as the interface says', async () => {
  const { emulator, send, project } = await start(STRICT);
  const { id } = (await send('POST', '/s3/buckets', { project_id: project, max_size: 1 })).json;
  const [listed] = (await send('GET', '/s3/buckets')).json;

  const response = await send('PUT', '/s3/buckets', { ...listed, max_size: 2 });

  expect(response.status).toBe(200);
  expect(response.headers.get('x-coffer-assumption')).not.toContain('unknownFields');
  expect(emulator.inspect.buckets()).toMatchObject([{ id, maxSize: 2n }]);
});

test('the knob is turned at run time, and --interface-only refuses what it decides', async () => {
  const { emulator, send, project } = await start();
  const wrong = () => send('POST', '/s3/buckets', { project_id: project, max_size: 1, quota: 2 });

  const accepted = await wrong();
  await send('PATCH', '/_emulator/settings', { knobs: { unknownFields: 'refuse' } });
  const refused = await wrong();
  emulator.settings.change({ knobs: { unknownFields: 'ignore' }, interfaceOnly: true });
  const notShown = await wrong();

  expect([accepted, refused, notShown].map(({ status }) => status)).toEqual([201, 400, 501]);
  expect(notShown.json.error.message).toContain('knob "unknownFields"');
});

test.each<[string, string[]]>([
  ['{}', []],
  ['[]', []],
  ['"a"', []],
  ['{"a": 1, "b": {"a": 1}, "c": [{"a": 1}, {"a": 2}]}', []],
  ['{"a": "a", "b": "\\"a\\": 1", "c": "\\\\"}', []],
  ['{"a": 1, "a" : 2}', ['a']],
  ['{"a": 1, "\\u0061"\n\t: 2, "a": 3}', ['a']],
  ['[{"a": {"b": 1, "c": {}, "b": 2}}]', ['b']],
  ['{"": 1, "": 2, "ü": 1, "ü": 2}', ['', 'ü']],
  ['{"a\\\\": 1, "a": 2, "a\\\\": 3}', ['a\\']],
])('repeated keys of %s are %o', (text, keys) => {
  expect(duplicateFields(Buffer.from(text))).toEqual(keys);
});
