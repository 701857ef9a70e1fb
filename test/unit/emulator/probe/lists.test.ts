import { expect, test } from 'vitest';
import { idOf } from '../../../../emulator/probe/server';
import { describe } from '../../../../emulator/probe/session';
import { type Script, type Scripted, serve, sessionWith } from './scripted';

const item = { name: 'a' };
const link = (to: string, rel = 'rel="next"') => ({ link: `<${to}>; ${rel}` });

test.each<[script: Script, names: string[], next: string | undefined, firstLength: number, requests: number]>([
  [{ 'GET /l': [[200, []]] }, [], undefined, 0, 1],
  [{ 'GET /l': [[200, [item, 'text', null, { name: 'b' }]]] }, ['a', 'b'], undefined, 4, 1],
  [{ 'GET /l': [[200, { any: [item], total: 1 }]] }, ['a'], undefined, 1, 1],
  [
    { 'GET /l': [[200, [item], link('/l?page=2')]], 'GET /l?page=2': [[200, [{ name: 'b' }]]] },
    ['a', 'b'],
    'link',
    1,
    2,
  ],
  [{ 'GET /l': [[200, [item], link('?p=2', 'x=1; rel=next')]], 'GET /l?p=2': [[200, []]] }, ['a'], 'link', 1, 2],
  [
    { 'GET /l': [[200, [item], { link: '</l?p=1>; rel="prev", </l?p=3>; REL="next"' }]], 'GET /l?p=3': [[200, []]] },
    ['a'],
    'link',
    1,
    2,
  ],
  [{ 'GET /l': [[200, [item], link('/l?p=2', 'rel="prev"')]] }, ['a'], undefined, 1, 1],
  [
    {
      'GET /l': [[200, { d: [item], next_cursor: 'a&b' }]],
      'GET /l?cursor=a%26b': [[200, { d: [item], next_cursor: '' }]],
    },
    ['a', 'a'],
    'cursor',
    1,
    2,
  ],
  [{ 'GET /l': [[200, { d: [], next_cursor: null }]] }, [], undefined, 0, 1],
])('the list of %j is read whole', async (script, names, next, firstLength, count) => {
  const { server, requests } = await serve(script);

  const list = await server.list('/l');

  expect(list.items.map(({ name }) => name)).toEqual(names);
  expect([list.next, list.firstLength, list.first.status]).toEqual([next, firstLength, 200]);
  expect(requests).toHaveLength(count);
});

const NO_LIST = 'GET /l gave no list: neither an array nor an object with exactly one.';

test.each<[response: Scripted, says: string]>([
  [[403], 'GET /l returned 403.'],
  [[300, []], 'GET /l returned 300.'],
  [[200, ''], NO_LIST],
  [[200, '"text"'], NO_LIST],
  [[200, {}], NO_LIST],
  [[200, { a: [], b: [] }], NO_LIST],
  [
    ...([[200, [], link('http://elsewhere.test/l')]] as const),
    'The list /l links to a page on another server, which the token is not for.',
  ],
])('a list from the response %j is an error: %s', async (response, says) => {
  const { server } = await serve({ 'GET /l': [response] });

  const failure = await server.list('/l').catch((error: Error) => error);

  expect(failure).toMatchObject({ name: 'ProbeError', message: says });
});

test.each([
  [{ id: 'a' }, 'a'],
  [{ data: { id: 'b' }, id: 'a' }, 'b'],
  [{ data: [], id: 'a' }, 'a'],
  [{ id: 1 }, undefined],
  [[{ id: 'a' }], undefined],
  ['a', undefined],
])('the id of %j is %s', (json, id) => {
  expect(idOf({ status: 200, headers: new Headers(), text: '', json })).toBe(id);
});

test.each([
  ['', undefined, '200 without a body'],
  ['[1]', [1], '200 with an array'],
  ['{}', {}, '200 with the members none'],
  ['{…}', { a: 'canary', b: 1 }, '200 with the members a, b'],
  ['canary', undefined, '200 with a text'],
])('a response with the body %j is described without values', (text, json, says) => {
  expect(describe({ status: 200, headers: new Headers(), text, json })).toBe(says);
});

test('a session that was asked to stop sends nothing more', async () => {
  const { session, requests } = await sessionWith({});
  const stop = new AbortController();
  Object.assign(session, { signal: stop.signal });
  stop.abort();

  for (const send of [
    () => session.send('GET', '/l'),
    () => session.create('secret', 'x', {}),
    () => session.createSecret('a'),
    () => session.createBucket(),
    () => session.list('/l'),
  ])
    expect(send).toThrow('The probe was stopped.');
  expect(requests).toEqual([]);
});

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
])('a list is read at most %i times for a change', async (polls, count) => {
  const { session, requests } = await sessionWith({ 'GET /l': [[200, []]] }, { polls });

  expect(await session.poll('/l', () => undefined)).toBeUndefined();
  expect(requests).toEqual(Array.from({ length: 2 * count - 1 }, (_, n) => (n % 2 === 0 ? 'GET /l' : 'pause')));
});

test('what was seen first counts, and of several reasons the first', async () => {
  const { session } = await sessionWith({});
  const { findings } = session;

  findings.see('badToken', 401, 'a');
  findings.see('badToken', 401, 'b');
  findings.see('createStatus', 200, 'a');
  findings.see('createStatus', 201, 'b');
  findings.miss('createStatus', 'c');
  findings.missRest(['badToken', 'pageSize', 'createStatus'], 'd');
  findings.miss('pageSize', 'e');

  const found = findings
    .all()
    .filter(({ knob }) => ['badToken', 'createStatus', 'pageSize', 's3Checks'].includes(knob));
  expect(found).toEqual([
    { knob: 'createStatus', known: false, says: 'a: 200, but b: 201' },
    { knob: 'pageSize', known: false, says: 'd' },
    { knob: 'badToken', known: true, value: 401, says: 'a' },
    { knob: 's3Checks', known: false, says: 'the probe does not look for this' },
  ]);
});
