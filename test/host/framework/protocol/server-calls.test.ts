import { expect, it } from 'vitest';
import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { decode } from '../../../../framework/protocol/value/decode';
import { UNKNOWN } from '../../../../framework/values/value';
import { CANARY } from './support/fake-provider';
import { call, configure, open, SHORT_THING, THING, toWire } from './support/rpc';
import { IDENTITY, NO_BYTES, PRIVATE, plan, read, readData, readIdentity, start } from './support/served';

it('opens an ephemeral resource without a renewal, and closes it with the private data of the opening', async () => {
  const client = await start();
  await configure(client, 'token');
  const validated = await call(client, 'ValidateEphemeralResourceConfig', {
    typeName: 'fake_thing',
    config: toWire({ name: 'bad', id: null }, SHORT_THING),
  });
  expect(validated.diagnostics).toMatchObject([{ summary: 'Bad' }]);

  const opened = await open(client, 'a');
  const closed = await call(client, 'CloseEphemeralResource', { typeName: 'fake_thing', private: opened.private });

  expect(decode(opened.result?.msgpack ?? NO_BYTES, SHORT_THING)).toEqual({ name: 'a', id: 'token' });
  expect(Buffer.from(opened.private ?? NO_BYTES).toString()).toBe('{"name":"a"}');
  expect([opened.renewAt, opened.deferred]).toEqual([undefined, undefined]);
  expect([opened.diagnostics, closed.diagnostics]).toEqual([[], []]);
});

it('ReadDataSource returns an error and no state after a failure, also when it is not configured', async () => {
  const client = await start();

  const unconfigured = await readData(client, 'n');
  await configure(client, 'token');
  const failed = await readData(client, 'boom');

  expect(unconfigured.diagnostics).toMatchObject([{ summary: 'Provider not configured' }]);
  expect(failed.diagnostics).toMatchObject([{ severity: wire.Diagnostic_Severity.ERROR }]);
  expect([unconfigured.state, failed.state]).toEqual([undefined, undefined]);
  expect(JSON.stringify(failed.diagnostics)).not.toContain(CANARY);
});

it('ReadResource returns state and private data', async () => {
  const client = await start();
  await configure(client, 'token');

  const response = await call(client, 'ReadResource', {
    typeName: 'fake_thing',
    currentState: toWire({ name: 'n', size: 1, id: 'i' }, THING),
    private: PRIVATE,
  });

  expect(readIdentity(response.newIdentity)).toEqual({ id: 'i' });
  expect(read(response.newState)).toEqual({ name: 'n', size: 1, id: 'i' });
  expect(JSON.parse(Buffer.from(response.private).toString())).toEqual({ key: 'dmFsdWU=' });
});

it('F6: PlanResourceChange of a new object plans unknown values, no identity, and no private state of another', async () => {
  const response = await plan(await start(), { name: 'n', size: 5, id: null });

  expect(read(response.plannedState)).toEqual({ name: 'n', size: 5, id: UNKNOWN });
  expect([response.plannedIdentity, response.plannedPrivate]).toEqual([undefined, NO_BYTES]);
  expect(response.diagnostics).toEqual([]);
  expect(response.legacyTypeSystem).toBe(false);
});

it.each([
  ['an id', { id: 'x' }],
  ['an identity', { id: '', identity: { identityData: toWire({ id: 'x' }, IDENTITY) } }],
])('ImportResourceState by %s gives one resource of the type that was asked for', async (_by, named) => {
  const client = await start();
  await configure(client, 'token');

  const response = await call(client, 'ImportResourceState', { typeName: 'fake_thing', ...named });

  expect(response.importedResources.map(({ identity }) => readIdentity(identity))).toEqual([{ id: 'x' }]);
  expect(response.importedResources.map(({ typeName, state }) => [typeName, read(state)])).toEqual([
    ['fake_thing', { name: 'x', size: null, id: 'x' }],
  ]);
});

it.each([
  ['ValidateResourceConfig', 'Resource Type', wire.ValidateResourceConfig_Response],
  ['UpgradeResourceState', 'Resource Type', wire.UpgradeResourceState_Response],
  ['UpgradeResourceIdentity', 'Resource Type', wire.UpgradeResourceIdentity_Response],
  ['ReadResource', 'Resource Type', wire.ReadResource_Response],
  ['PlanResourceChange', 'Resource Type', wire.PlanResourceChange_Response],
  ['ApplyResourceChange', 'Resource Type', wire.ApplyResourceChange_Response],
  ['ImportResourceState', 'Resource Type', wire.ImportResourceState_Response],
  ['MoveResourceState', 'Resource Type', wire.MoveResourceState_Response],
  ['ValidateDataResourceConfig', 'Data Source Type', wire.ValidateDataResourceConfig_Response],
  ['ReadDataSource', 'Data Source Type', wire.ReadDataSource_Response],
  ['ValidateEphemeralResourceConfig', 'Ephemeral Resource Type', wire.ValidateEphemeralResourceConfig_Response],
  ['OpenEphemeralResource', 'Ephemeral Resource Type', wire.OpenEphemeralResource_Response],
  ['CloseEphemeralResource', 'Ephemeral Resource Type', wire.CloseEphemeralResource_Response],
  ['ValidateListResourceConfig', 'List Resource Type', wire.ValidateListResourceConfig_Response],
  ['ValidateActionConfig', 'Action Type', wire.ValidateActionConfig_Response],
  ['PlanAction', 'Action Type', wire.PlanAction_Response],
] as const)('%s says that there is no such %s, and that is no bug of the provider', async (rpc, kind, response) => {
  const client = await start();
  await configure(client, 'token');
  const name = Buffer.from('fake_other');
  // The name of the type is the first field of each request but one.
  const field = rpc === 'MoveResourceState' ? 5 : 1;

  const bytes = await client.call(`/tfplugin6.Provider/${rpc}`, Buffer.from([field * 8 + 2, name.length, ...name]));

  const { diagnostics } = response.decode(bytes);
  expect(diagnostics).toMatchObject([{ severity: wire.Diagnostic_Severity.ERROR, summary: `${kind} Not Found` }]);
  expect(diagnostics[0]?.detail).toContain(
    `This version of the provider has no ${kind.toLowerCase()} "fake_other". It has`,
  );
  expect(diagnostics[0]?.detail).not.toContain('bug');
});
