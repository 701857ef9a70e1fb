import { expect, it } from 'vitest';
import { type CreateRequest, type Diagnostics, formatPath, gone, path, UNKNOWN } from '../../../../framework';
import { encode } from '../../../../framework/protocol/value/encode';
import { configured, creation, NO_BYTES, NOTHING, type Service, type Thing, type ThingPlan } from '../demo-server';

/** Things to make. */
const [A, THING] = [
  { ...NOTHING, name: 'a' },
  { ...NOTHING, name: 'x' },
];

it.each<[what: string, returned: unknown, kept: object, place: string]>([
  ['half a character', { name: 'x', secret_wo: null, id: '1\ud83d' }, { name: 'x', id: '1\ufffd' }, 'id'],
  ['a missing attribute', { name: 'x', secret_wo: null }, { name: 'x', id: '1' }, 'id'],
  ['a missing attribute and one too many', { name: 'x', id: '2', more: 1 }, { name: 'x', id: '2' }, 'secret_wo'],
  ['a number for a text', { name: 5, secret_wo: null, id: '2' }, { name: 'saved', id: '2' }, 'name'],
  ['something unknown', { name: UNKNOWN, secret_wo: null, id: '2' }, { name: 'saved', id: '2' }, 'name'],
  ['nothing at all', undefined, { name: 'saved', id: '1' }, ''],
])('F5: keeps what create has saved when it returns %s', async (_what, returned, kept, place) => {
  const server = await configured({
    create: async ({ save }) => {
      save({ name: 'saved', secret_wo: null, id: '1' });
      return returned as Thing;
    },
  });

  const response = await server.applyResourceChange({ ...creation, planned: THING, config: THING });

  expect(response.state).toEqual({ secret_wo: null, ...kept });
  expect(encode(response.state, server.resourceType('demo_thing')).byteLength).toBeGreaterThan(0);
  expect(response.diagnostics.map(({ path: at = [] }) => formatPath(at))).toContain(place);
});

it.each<[what: string, id: object, problem: string]>([
  ['null', { id: null }, 'it is null, and it is the identity of the object'],
  ['empty text', { id: '' }, 'it is empty, and it is the identity of the object'],
  ['nothing', {}, 'it is missing'],
  ['a number for a text', { id: 7 }, 'it is not a string'],
])('F5: a create that returns %s for the identity is refused, and the saved one stays', async (_what, id, problem) => {
  const returned = { name: 'x', secret_wo: null, ...id } as Thing & { id: string };
  const create = async ({ save }: CreateRequest<Thing, Service, never, ThingPlan>) => {
    save({ ...returned, id: '1' });
    return returned;
  };
  const server = await configured({ identity: 'id', create });

  const response = await server.applyResourceChange({ ...creation, planned: THING, config: THING });

  expect(response).toMatchObject({ state: { ...THING, id: '1' }, identity: { id: '1' } });
  expect(response.diagnostics).toMatchObject([
    { severity: 'error', detail: expect.stringContaining(`whose id cannot be kept: ${problem}.`), path: path('id') },
  ]);
});

it('F5: an object whose identity never existed is in state, with the error', async () => {
  const create = async ({ plan }: CreateRequest<Thing, Service, never, ThingPlan>) => plan as Thing & { id: string };
  const server = await configured({ identity: 'id', create });

  const change = { ...creation, planned: { ...THING, id: UNKNOWN }, config: THING };
  const { state, identity, diagnostics } = await server.applyResourceChange(change);

  expect({ state, identity }).toEqual({ state: THING, identity: undefined });
  expect(diagnostics).toMatchObject([{ summary: 'Result does not fit the schema', path: path('id') }]);
});

it.each<[what: string, identity: string | readonly string[], of: object]>([
  ['null', 'id', { id: null }],
  ['empty text', 'id', { id: '' }],
  ['null in part', ['name', 'id'], { id: null }],
  ['empty in all parts', ['name', 'id'], { name: '', id: '' }],
])('F5: no handler is asked for an object whose identity in state is %s', async (_what, identity, of) => {
  const asked: string[] = [];
  const handler = (verb: string) => async () => void asked.push(verb) as never;
  const server = await configured({
    identity,
    read: handler('read'),
    update: handler('update'),
    delete: handler('delete'),
  });
  const state = { ...THING, ...of };
  const change = { typeName: 'demo_thing', prior: state, private: NO_BYTES };

  const responses = [
    await server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES }),
    await server.applyResourceChange({ ...change, planned: { ...state, name: 'a' }, config: A }),
    await server.applyResourceChange({ ...change, planned: null, config: null }),
  ];

  expect(asked).toEqual([]);
  for (const response of responses) {
    const diagnostics = [{ summary: 'State without identity', detail: expect.stringContaining('terraform state rm') }];
    expect(response).toMatchObject({ state, diagnostics });
  }
});

it.each(
  (['create', 'update', 'delete'] as const).flatMap((verb) =>
    [1n, Number.NaN, null, { b: 1 }].map((value) => [verb, value] as const),
  ),
)('F5: a private state that cannot be written loses nothing in %s: %o', async (verb, value) => {
  const prior = { name: 'x', secret_wo: null, id: '1' };
  const remember = ({ privateState }: { privateState: { set(key: string, value: unknown): void } }) => {
    privateState.set('n', value);
    privateState.set('good', true);
  };
  const server = await configured({
    create: async (request) => remember(request) ?? prior,
    update: async (request) => remember(request) ?? prior,
    delete: async (request) => remember(request) ?? Promise.reject(new Error('it is in use')),
  });
  const bytes = new TextEncoder().encode('{"n":1}');

  const response = await server.applyResourceChange({
    typeName: 'demo_thing',
    prior: verb === 'create' ? null : prior,
    planned: verb === 'delete' ? null : { ...prior, name: 'y' },
    config: THING,
    private: bytes,
  });

  expect(response.state).toMatchObject({ id: '1' });
  expect(new TextDecoder().decode(response.private)).toBe('{"n":1,"good":true}');
  const told = { summary: 'Private state cannot be kept', detail: expect.stringContaining('sets "n" of') };
  expect(response.diagnostics.at(-1)).toMatchObject(told);
});

it('passes the configuration to create, and keeps write-only values out of the state', async () => {
  let seen: CreateRequest<Thing, Service, never, ThingPlan> | undefined;
  const server = await configured({
    create: async (request) => {
      seen = request;
      return { ...request.config, id: '1' };
    },
  });

  const change = { ...creation, planned: { ...A, id: UNKNOWN }, config: { ...A, secret_wo: 'hush' } };
  const { state, diagnostics } = await server.applyResourceChange(change);

  expect(seen?.config.secret_wo).toBe('hush');
  expect(seen?.plan).toEqual({ name: 'a', secret_wo: null, id: undefined });
  expect(state).toEqual({ name: 'a', secret_wo: null, id: '1' });
  expect(diagnostics).toEqual([]);
});

it('F5: an object whose delete or read reports an error stays in state', async () => {
  const report = async ({ diagnostics }: { diagnostics: Diagnostics }) => diagnostics.error('In use', 'It is in use.');
  const returning = (result?: unknown) => async (request: { diagnostics: Diagnostics }) => {
    await report(request);
    return result as never;
  };
  const server = await configured({ delete: report, read: returning() });
  const other = await configured({ read: returning(gone) });
  const prior = { ...A, id: '1' };
  const bytes = new TextEncoder().encode('{"k":1}');

  const change = { ...creation, prior, planned: null, config: null, private: bytes };
  const deleted = await server.applyResourceChange(change);
  const request = { typeName: 'demo_thing', state: prior, private: bytes };

  for (const response of [deleted, await server.readResource(request), await other.readResource(request)])
    expect(response).toMatchObject({ state: prior, private: bytes, diagnostics: [{ summary: 'In use' }] });
});

it('the delete of what is not in state sends nothing', async () => {
  const asked: string[] = [];
  const server = await configured({ delete: async () => void asked.push('delete') });
  const change = { ...creation, planned: null, config: null };

  const nothing = await server.applyResourceChange(change);
  const deleted = await server.applyResourceChange({
    ...change,
    prior: { ...A, id: '1' },
    private: new TextEncoder().encode('{"k":1}'),
  });

  expect(nothing).toMatchObject({ state: null, diagnostics: [{ summary: 'Nothing to apply' }] });
  expect(deleted).toEqual({ state: null, private: NO_BYTES, diagnostics: [] });
  expect(asked).toEqual(['delete']);
});
