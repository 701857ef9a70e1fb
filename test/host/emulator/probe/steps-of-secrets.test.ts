import { expect, test } from 'vitest';
import { pages, pullSecretApi, pullSecrets, secrets } from '../../../../emulator/probe/secrets';
import { findingsOf, type Script, type Scripted } from '../../../unit/emulator/probe/scripted';
import { base64 } from '../support';

const ERROR = { error: { code: 'c', message: 'm' } };
const MADE: Scripted = [201, { id: 's' }];
const ONE: Scripted = [200, [{ id: 's', name: 'x-one' }]];
const POST = `POST /secrets {"project_id":"one","name":"x-one","value":"${base64('probe')}"}`;
const PUT = `PUT /secrets {"id":"s","name":"x-one","value":"${base64('probe again')}"`;

test('a secret is made, listed, made again, renamed, and updated with an unknown field', async () => {
  const { findings, requests } = await findingsOf(secrets, {
    'POST /secrets': [MADE, [409, ERROR]],
    'GET /secrets': [[200, []], ONE],
    'PUT /secrets': [[200, { id: 's' }], [422]],
  });

  expect(findings).toEqual({
    createStatus: '201: creating a secret',
    writeResponse: 'record: creating a secret',
    secretFields: 'id_name: a listed secret',
    takenName: 'conflict: a second secret of one name',
    unknownFields: 'refuse: updating a secret with a field that there is not',
    errorBody: '? a second secret of one name: json, but updating a secret with a field that there is not: empty',
  });
  expect(requests).toEqual([
    POST,
    'GET /secrets',
    'pause',
    'GET /secrets',
    POST,
    `${PUT}}`,
    `${PUT},"not_a_field":true}`,
  ]);
});

test.each<[says: string, script: Script, findings: object]>([
  [
    'takes all',
    {
      'POST /secrets': [[200]],
      'GET /secrets': [[200, [{ id: 's', name: 'x-one', project_id: 'one' }]]],
      'PUT /secrets': [[204]],
    },
    {
      createStatus: '200: creating a secret',
      writeResponse: 'empty: creating a secret',
      secretFields: 'with_project: a listed secret',
      takenName: 'accept: a second secret of one name',
      unknownFields: 'ignore: updating a secret with a field that there is not',
    },
  ],
  [
    'responds in other ways',
    {
      'POST /secrets': [
        [202, { data: { id: 's' } }],
        [400, ERROR],
      ],
      'GET /secrets': [ONE],
      'PUT /secrets': [
        [200, { data: [] }],
        [400, ERROR],
      ],
    },
    {
      createStatus: '? creating a secret returned 202',
      writeResponse: '? updating a secret returned 200 with the members data',
      secretFields: 'id_name: a listed secret',
      takenName: '? a second secret of one name returned 400 with the members error',
      unknownFields: 'refuse: updating a secret with a field that there is not',
      errorBody: 'json: a second secret of one name',
    },
  ],
  [
    'lists no ids',
    { 'POST /secrets': [MADE, [200, 'text']], 'GET /secrets': [[200, [{ name: 'x-one' }]]] },
    {
      createStatus: '201: creating a secret',
      writeResponse: 'record: creating a secret',
      secretFields: 'id_name: a listed secret',
      takenName: 'accept: a second secret of one name',
    },
  ],
  [
    'knows no such method',
    { 'POST /secrets': [MADE], 'GET /secrets': [ONE], 'PUT /secrets': [[405, ERROR]] },
    {
      createStatus: '201: creating a secret',
      writeResponse: 'record: creating a secret',
      secretFields: 'id_name: a listed secret',
      takenName: 'overwrite: a second secret of one name',
      unknownFields: '? updating a secret with a field that there is not returned 405 with the members error',
      errorBody: 'json: updating a secret with a field that there is not',
    },
  ],
  [
    'never lists it',
    { 'POST /secrets': [MADE], 'GET /secrets': [[200, [{ id: 's', name: 'other' }]]] },
    {
      createStatus: '201: creating a secret',
      writeResponse: 'record: creating a secret',
      ...Object.fromEntries(
        ['secretFields', 'takenName', 'unknownFields'].map((knob) => [
          knob,
          '? no list showed the secret that was made',
        ]),
      ),
    },
  ],
  [
    'refuses it',
    { 'POST /secrets': [[400]] },
    Object.fromEntries(
      ['createStatus', 'writeResponse', 'secretFields', 'takenName', 'unknownFields'].map((knob) => [
        knob,
        '? creating a secret returned 400 without a body',
      ]),
    ),
  ],
])('a server that %s', async (_, script, expected) => {
  expect((await findingsOf(secrets, script)).findings).toEqual(expected);
});

const items = (...names: string[]) => names.map((name) => ({ name }));
const LINK = { link: '</secrets?page=2>; rel="next"' };

test.each<[says: string, script: Script, limit: number, made: number, findings: object]>([
  [
    'has two pages at once',
    { 'GET /secrets': [[200, items('a', 'b'), LINK]], 'GET /secrets?page=2': [[200, items('c')]] },
    4,
    0,
    { pageSize: '2: a list with a second page', listShape: 'array_link: a list with a second page' },
  ],
  [
    'has a second page after two secrets',
    {
      'GET /secrets': [
        [200, []],
        [200, { data: items('a'), next_cursor: 'c d' }],
      ],
      'GET /secrets?cursor=c%20d': [[200, { data: items('b'), next_cursor: null }]],
    },
    9,
    2,
    { pageSize: '1: a list with a second page', listShape: 'envelope_cursor: a list with a second page' },
  ],
  [
    'has a second page after four',
    {
      'GET /secrets': [
        [200, []],
        [200, []],
        [200, { data: items('a') }, LINK],
      ],
      'GET /secrets?page=2': [[200, { data: [] }]],
    },
    9,
    4,
    { pageSize: '1: a list with a second page', listShape: 'envelope_link: a list with a second page' },
  ],
  [
    'has one page, and the limit is reached',
    { 'GET /secrets': [[200, { data: items('a', 'b', 'c') }]] },
    3,
    3,
    { pageSize: '? one page held all objects: 3', listShape: 'envelope: a list of one page' },
  ],
  [
    'has one page of another form',
    { 'GET /secrets': [[200, { things: items('a') }]] },
    0,
    0,
    {
      pageSize: '? one page held all objects: 1',
      listShape: '? a list came in another form (200 with the members things)',
    },
  ],
  [
    'has an empty cursor',
    { 'GET /secrets': [[200, { data: [], next_cursor: '' }]] },
    0,
    0,
    { pageSize: '? one page held all objects: 0', listShape: 'envelope_cursor: a list of one page' },
  ],
])('a list that %s', async (_, script, objects, made, expected) => {
  const { findings, requests } = await findingsOf(pages, { 'POST /secrets': [MADE], ...script }, { objects });

  expect(findings).toEqual(expected);
  const names = requests.flatMap((request) => /"name":"([^"]*)"/.exec(request)?.[1] ?? []);
  expect(names).toEqual(Array.from({ length: made }, (__, n) => `x-page-${n}`));
});

test('a list is not read again once a secret was refused', async () => {
  const { findings, requests } = await findingsOf(
    pages,
    { 'POST /secrets': [MADE, [507]], 'GET /secrets': [[200, []]] },
    { objects: 9 },
  );

  expect(findings).toEqual({ pageSize: '? a secret was refused', listShape: 'array: a list of one page' });
  expect(requests.map((request) => request.slice(0, 12))).toEqual(['GET /secrets', 'POST /secret', 'POST /secret']);
});

test.each<[response: Scripted, says: string]>([
  [[200, []], 'full: listing pull secrets'],
  [[404], 'create_only: listing pull secrets'],
  [[405], 'create_only: listing pull secrets'],
  [[403, ERROR], '? listing pull secrets returned 403 with the members error'],
])('a list of pull secrets from the response %j', async (response, says) => {
  const { findings, requests } = await findingsOf(pullSecretApi, { 'GET /secrets/pull': [response] });

  expect(findings).toEqual({ pullSecretApi: says });
  expect(requests).toEqual(['GET /secrets/pull']);
});

test.each<[body: unknown, says: string, id: string | undefined]>([
  ['"p"', 'bare_id: creating a pull secret', 'p'],
  [{ pull_secret_id: 'p' }, 'pull_secret_id: creating a pull secret', 'p'],
  [{ data: { id: 'p' } }, 'enveloped: creating a pull secret', 'p'],
  [{ id: 'p' }, 'id: creating a pull secret', 'p'],
  [{ id: 'p', server: 's' }, 'record: creating a pull secret', 'p'],
  [{ id: 1 }, '? creating a pull secret returned 201 with the members id', undefined],
  [{ pull_secret_id: 1 }, '? creating a pull secret returned 201 with the members pull_secret_id', undefined],
  [[], '? creating a pull secret returned 201 with an array', undefined],
  ['', '? creating a pull secret returned 201 without a body', undefined],
])('a new pull secret from the response %j', async (body, says, id) => {
  const { findings, requests, session } = await findingsOf(pullSecrets, { 'POST /secrets/pull': [[201, body]] });

  expect(findings).toEqual({ pullSecretResponse: says });
  expect(requests).toEqual([
    'POST /secrets/pull {"project_id":"one","server":"x-registry.invalid","username":"probe","password":"probe"}',
  ]);
  expect(await session.made.cleanUp(0, async () => undefined)).toEqual([
    { kind: 'pull secret', label: 'x-registry.invalid', id },
  ]);
});

test('a refused pull secret is none that was made', async () => {
  const { findings, session } = await findingsOf(pullSecrets, { 'POST /secrets/pull': [[400, '"p"']] });

  expect(findings).toEqual({ pullSecretResponse: '? creating a pull secret returned 400 with a text' });
  expect(await session.made.cleanUp(0, async () => undefined)).toEqual([]);
});
