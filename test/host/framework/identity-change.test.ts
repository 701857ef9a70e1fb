import { expect, it } from 'vitest';
import { path, UNKNOWN } from '../../../framework';
import { GetResourceIdentitySchemas_Response } from '../../../framework/protocol/generated/tfplugin6';
import { getResourceIdentitySchemas } from '../../../framework/protocol/rpcs/provider';
import { configured, NO_BYTES, NOTHING, respond, type Thing } from './demo-server';

const typeName = 'demo_thing';
const THING = { ...NOTHING, name: 'x', id: '1' };
const OTHER = { ...THING, id: '2' };

/** An error about the identity, which ends so. */
const changed = (operation: string, end: string) => [
  {
    severity: 'error',
    summary: 'Unexpected identity change',
    detail: expect.stringMatching(new RegExp(`^The ${operation} of demo_thing returned another id .* ${end} `)),
    path: path('id'),
  },
];

it.each<[what: string, given: object, returned: Thing, kept: Thing, isRefused: boolean]>([
  ['another identity', { identity: 'id' }, OTHER, THING, true],
  ['another part of it', { identity: ['name', 'id'] }, OTHER, THING, true],
  ['another identity, which may change', { identity: 'id', mutableIdentity: true }, OTHER, OTHER, false],
  ['another id, which is no identity', {}, OTHER, OTHER, false],
  ['the same identity in another form of Unicode', { identity: 'name' }, { ...THING, name: 'e\u0301' }, THING, false],
])('a read that returns %s', async (_what, given, returned, kept, isRefused) => {
  const server = await configured({ read: async () => returned, ...given });
  const state = { ...THING, name: returned.name.normalize() };

  const response = await server.readResource({ typeName, state, private: NO_BYTES });

  expect(response.diagnostics).toMatchObject(isRefused ? changed('read', 'The state stays as it was.') : []);
  expect(response.state).toEqual(isRefused ? kept : returned);
});

it('the first read after an import may know a better form of the identity, and a later one none', async () => {
  const server = await configured({ identity: 'id', read: async ({ state }) => ({ ...THING, id: `${state.id}!` }) });
  const { imported } = await server.importResourceState({ typeName, id: 'a', identity: null });

  const first = await server.readResource({ ...(imported as NonNullable<typeof imported>), typeName });
  const second = await server.readResource({ ...first, typeName });

  expect(first).toMatchObject({ state: { id: 'a!' }, identity: { id: 'a!' }, private: NO_BYTES, diagnostics: [] });
  expect(second).toMatchObject({ state: { id: 'a!' }, diagnostics: changed('read', 'The state stays as it was.') });
});

it.each([
  [{ identity: 'id' }, changed('update', 'State has what it returned.')],
  [{ identity: 'id', mutableIdentity: true }, []],
])('F5: an update that returns another identity has it in state: %j', async (given, diagnostics) => {
  const server = await configured({ update: async () => OTHER, ...given });
  const [prior, planned] = [THING, { ...THING, id: UNKNOWN }];

  const response = await server.applyResourceChange({ typeName, prior, planned, config: planned, private: NO_BYTES });

  expect(response).toMatchObject({ state: OTHER, identity: { id: '2' }, diagnostics });
});

it.each([
  ['in place', {}, [], changed('plan', 'Nothing was planned.')],
  ['in place, which may be', { mutableIdentity: true }, [], []],
  ['by a replacement', {}, [path('id')], []],
])('a plan that changes the identity %s', async (_how, given, replacing, diagnostics) => {
  const server = await configured({
    identity: 'id',
    ...given,
    modifyPlan({ set, requiresReplace }) {
      set('id', '2');
      for (const one of replacing) requiresReplace(one);
    },
  });
  const [config, proposed] = [{ ...NOTHING, name: 'x' }, THING];

  const response = server.planResourceChange({ typeName, prior: THING, proposed, config, private: NO_BYTES });

  expect(response.diagnostics).toMatchObject(diagnostics);
});

it('the version of an identity is that of the schema, and what is stored of an older one is left to the next read', async () => {
  const server = await configured({ identity: 'id', mutableIdentity: true });

  const response = await respond(getResourceIdentitySchemas, server);

  const { identitySchemas } = GetResourceIdentitySchemas_Response.decode(response);

  expect(identitySchemas[typeName]?.version).toBe(1n);
  expect(server.upgradeResourceIdentity({ typeName, version: 0n, json: '{"zone":"z"}' })).toEqual({
    identity: { id: null }, // OpenTofu refuses none
    diagnostics: [],
  });
});
