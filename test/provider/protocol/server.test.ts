import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../provider/framework/provider';
import { createProviderServer, type ProviderServer } from '../../../provider/framework/server/provider-server';
import type { Type } from '../../../provider/framework/type';
import { UNKNOWN, type Value } from '../../../provider/framework/value';
import * as wire from '../../../provider/protocol/generated/tfplugin6';
import { providerMethods } from '../../../provider/protocol/server';
import { decode } from '../../../provider/protocol/value/decode';
import { CANARY, fakeProvider } from './support/fake-provider';
import { type ByteClient, openClient, startGrpcServer } from './support/grpc';
import { call, configure, create, getProviderSchema, open, SHORT_THING, THING, toWire } from './support/rpc';

const environment: Environment = {
  env: {},
  now: () => 0,
  random: () => 0,
  sleep: async () => {},
  log: () => {},
};

const PRIVATE = Buffer.from('{"key":"dmFsdWU="}');
const NO_BYTES = new Uint8Array();
const IDENTITY: Type = ['object', { id: 'string' }];

const readIdentity = (identity: wire.ResourceIdentityData | undefined) =>
  identity?.identityData ? decode(identity.identityData.msgpack, IDENTITY) : null;

const callFunction = (client: ByteClient, name: string, args: readonly Value[]) =>
  call(client, 'CallFunction', wire.CallFunction_Request, wire.CallFunction_Response, {
    name,
    arguments: args.map((value) => toWire(value, 'string')),
  });

const readData = (client: ByteClient, name: string) =>
  call(client, 'ReadDataSource', wire.ReadDataSource_Request, wire.ReadDataSource_Response, {
    typeName: 'fake_thing',
    config: toWire({ name, id: null }, SHORT_THING),
  });

/** The service as Terraform sees it: every RPC over the wire, with the generated codecs on both sides. */
describe('tfplugin6.Provider', () => {
  it('GetMetadata names what there is, and the capabilities', async () => {
    const client = await start();

    const answer = await call(client, 'GetMetadata', wire.GetMetadata_Request, wire.GetMetadata_Response, {});

    expect(answer.resources).toEqual([{ typeName: 'fake_thing' }]);
    expect(answer.dataSources).toEqual([{ typeName: 'fake_thing' }]);
    expect(answer.ephemeralResources).toEqual([{ typeName: 'fake_thing' }]);
    expect(answer.functions).toEqual([{ name: 'join' }]);
    expect(answer.serverCapabilities).toEqual({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
      generateResourceConfig: false,
    });
  });

  it('GetProviderSchema gives the schemas, and no provider_meta', async () => {
    const answer = await getProviderSchema(await start());

    expect(answer.provider?.block?.attributes.map(({ name }) => name)).toEqual(['token']);
    expect(answer.resourceSchemas.fake_thing?.block?.attributes.map(({ name }) => name)).toEqual([
      'id',
      'name',
      'size',
    ]);
    expect(answer.dataSourceSchemas.fake_thing?.block?.attributes.map(({ name }) => name)).toEqual(['id', 'name']);
    expect(answer.ephemeralResourceSchemas.fake_thing?.block?.attributes.map(({ name }) => name)).toEqual([
      'id',
      'name',
    ]);
    expect(answer.providerMeta).toBeUndefined();
    expect(answer.serverCapabilities).toMatchObject({ planDestroy: true, getProviderSchemaOptional: true });
  });

  it('GetResourceIdentitySchemas names the attribute that tells one object from all others', async () => {
    const answer = await call(
      await start(),
      'GetResourceIdentitySchemas',
      wire.GetResourceIdentitySchemas_Request,
      wire.GetResourceIdentitySchemas_Response,
      {},
    );

    const type = Buffer.from('"string"');
    expect(answer.identitySchemas).toEqual({
      fake_thing: {
        version: 0n,
        identityAttributes: [
          { name: 'id', type, requiredForImport: true, optionalForImport: false, description: 'Its id.' },
        ],
      },
    });
  });

  it.each([
    ['is given back', 0n, '{"id":"i"}', { id: 'i' }, []],
    ['of another version is an error', 1n, '{"id":"i"}', null, ['Identity not readable']],
    ['that is no JSON is an error', 0n, '{', null, ['Identity not readable']],
  ])('UpgradeResourceIdentity: a stored identity that %s', async (_case, version, json, identity, summaries) => {
    const answer = await call(
      await start(),
      'UpgradeResourceIdentity',
      wire.UpgradeResourceIdentity_Request,
      wire.UpgradeResourceIdentity_Response,
      { typeName: 'fake_thing', version, rawIdentity: { json: Buffer.from(json), flatmap: {} } },
    );

    expect(readIdentity(answer.upgradedIdentity)).toEqual(identity);
    expect(answer.diagnostics.map(({ summary }) => summary)).toEqual(summaries);
  });

  it('GetFunctions gives the same as GetProviderSchema', async () => {
    const client = await start();

    const answer = await call(client, 'GetFunctions', wire.GetFunctions_Request, wire.GetFunctions_Response, {});

    const text = Buffer.from('"string"');
    expect(answer.functions.join).toMatchObject({
      summary: 'Joins texts',
      parameters: [{ name: 'separator', type: text, allowNullValue: true, allowUnknownValues: false }],
      variadicParameter: { name: 'texts', type: text, allowNullValue: false, allowUnknownValues: true },
      return: { type: text },
    });
    expect((await getProviderSchema(client)).functions).toEqual(answer.functions);
  });

  it.each([
    ['a result', [',', 'a', 'b'], 'a,b'],
    ['a null argument', [null, 'a', 'b'], 'ab'],
    ['an unknown result', [',', UNKNOWN], UNKNOWN],
  ])('CallFunction answers with %s, not configured', async (_case, args, result) => {
    const answer = await callFunction(await start(), 'join', args);

    expect(answer.error).toBeUndefined();
    expect(decode(answer.result?.msgpack ?? NO_BYTES, 'string')).toEqual(result);
  });

  it.each([
    ['an argument at fault, also a variadic one', 'join', [',', 'a', 'bad'], 'it is bad', 2n],
    ['the call as a whole', 'join', [','], 'nothing to join', undefined],
    ['an unexpected failure, without its words', 'join', [',', 'boom'], 'CallFunction failed (Error)', undefined],
    ['a function that there is not', 'other', [], 'CallFunction failed (RangeError)', undefined],
  ])('CallFunction names %s', async (_case, name, args, text, argument) => {
    const { result, error } = await callFunction(await start(), name, args);

    expect(result).toBeUndefined();
    expect(error?.text).toContain(text);
    expect(error?.text).not.toContain(CANARY);
    expect(error?.functionArgument).toBe(argument);
  });

  it('opens an ephemeral resource, with nothing to renew, and closes it by what opening gave to remember', async () => {
    const client = await start();
    await configure(client, 'token');
    const validated = await call(
      client,
      'ValidateEphemeralResourceConfig',
      wire.ValidateEphemeralResourceConfig_Request,
      wire.ValidateEphemeralResourceConfig_Response,
      { typeName: 'fake_thing', config: toWire({ name: 'bad', id: null }, SHORT_THING) },
    );
    expect(validated.diagnostics).toMatchObject([{ summary: 'Bad' }]);

    const opened = await open(client, 'a');
    const closed = await call(
      client,
      'CloseEphemeralResource',
      wire.CloseEphemeralResource_Request,
      wire.CloseEphemeralResource_Response,
      { typeName: 'fake_thing', private: opened.private },
    );

    expect(decode(opened.result?.msgpack ?? NO_BYTES, SHORT_THING)).toEqual({ name: 'a', id: 'token' });
    expect(Buffer.from(opened.private ?? NO_BYTES).toString()).toBe('{"name":"a"}');
    expect([opened.renewAt, opened.deferred]).toEqual([undefined, undefined]);
    expect([opened.diagnostics, closed.diagnostics]).toEqual([[], []]);
  });

  it('OpenEphemeralResource has no result after a failure, nor its words', async () => {
    const client = await start();
    await configure(client, 'token');

    const { result, diagnostics } = await open(client, 'boom');

    expect(result).toBeUndefined();
    expect(diagnostics).toMatchObject([{ summary: 'Unexpected error in the provider' }]);
    expect(diagnostics[0]?.detail).not.toContain(CANARY);
  });

  it('ValidateProviderConfig and ValidateResourceConfig take unknown values', async () => {
    const client = await start();

    const provider = await call(
      client,
      'ValidateProviderConfig',
      wire.ValidateProviderConfig_Request,
      wire.ValidateProviderConfig_Response,
      { config: toWire({ token: UNKNOWN }, ['object', { token: 'string' }]) },
    );
    const resource = await call(
      client,
      'ValidateResourceConfig',
      wire.ValidateResourceConfig_Request,
      wire.ValidateResourceConfig_Response,
      { typeName: 'fake_thing', config: toWire({ name: UNKNOWN, size: null, id: null }, THING) },
    );

    expect([provider.diagnostics, resource.diagnostics]).toEqual([[], []]);
  });

  it.each([
    ['bad', [{ summary: 'Bad' }]],
    [UNKNOWN, []],
  ])('ValidateDataResourceConfig of the name %s', async (name, diagnostics) => {
    const answer = await call(
      await start(),
      'ValidateDataResourceConfig',
      wire.ValidateDataResourceConfig_Request,
      wire.ValidateDataResourceConfig_Response,
      { typeName: 'fake_thing', config: toWire({ name, id: null }, SHORT_THING) },
    );

    expect(answer.diagnostics).toMatchObject(diagnostics);
    expect(answer.diagnostics).toHaveLength(diagnostics.length);
  });

  it('ReadDataSource answers with what was read', async () => {
    const client = await start();
    await configure(client, 'token');

    const answer = await readData(client, 'n');

    expect(answer.diagnostics).toEqual([]);
    expect(decode(answer.state?.msgpack ?? NO_BYTES, SHORT_THING)).toEqual({ name: 'n', id: 'token' });
  });

  it('ReadDataSource answers a failure with an error and no state, also when it is not configured', async () => {
    const client = await start();

    const unconfigured = await readData(client, 'n');
    await configure(client, 'token');
    const failed = await readData(client, 'boom');

    expect(unconfigured.diagnostics).toMatchObject([{ summary: 'Provider not configured' }]);
    expect(failed.diagnostics).toMatchObject([{ severity: wire.Diagnostic_Severity.ERROR }]);
    expect([unconfigured.state, failed.state]).toEqual([undefined, undefined]);
    expect(JSON.stringify(failed.diagnostics)).not.toContain(CANARY);
  });

  it('UpgradeResourceState reads a stored state to the last digit', async () => {
    const answer = await upgrade(await start(), '{"name":"n","size":9007199254740993,"id":"i"}');

    expect(answer.diagnostics).toEqual([]);
    expect(read(answer.upgradedState)).toEqual({ name: 'n', size: 9007199254740993n, id: 'i' });
  });

  it('UpgradeResourceState answers a state that cannot be read with an error and no state', async () => {
    const answer = await upgrade(await start(), '[]');

    expect(answer.diagnostics).toMatchObject([{ severity: wire.Diagnostic_Severity.ERROR }]);
    expect(answer.upgradedState).toBeUndefined();
  });

  it('ReadResource gives state and private data back', async () => {
    const client = await start();
    await configure(client, 'token');

    const answer = await call(client, 'ReadResource', wire.ReadResource_Request, wire.ReadResource_Response, {
      typeName: 'fake_thing',
      currentState: toWire({ name: 'n', size: 1, id: 'i' }, THING),
      private: PRIVATE,
    });

    expect(readIdentity(answer.newIdentity)).toEqual({ id: 'i' });
    expect(read(answer.newState)).toEqual({ name: 'n', size: 1, id: 'i' });
    expect(JSON.parse(Buffer.from(answer.private).toString())).toEqual({ key: 'dmFsdWU=' });
  });

  it('P37: PlanResourceChange plans what is not known yet, and no identity', async () => {
    const answer = await plan(await start(), { name: 'n', size: 5, id: null });

    expect(read(answer.plannedState)).toEqual({ name: 'n', size: 5, id: UNKNOWN });
    expect(answer.plannedIdentity).toBeUndefined();
    expect(answer.diagnostics).toEqual([]);
    expect(answer.legacyTypeSystem).toBe(false);
  });

  it('PlanResourceChange answers the plan of a destroy with null', async () => {
    const answer = await plan(await start(), null, { name: 'n', size: 5, id: 'i' });

    expect(read(answer.plannedState)).toBeNull();
  });

  it('ApplyResourceChange makes a thing with a size beyond what a double holds', async () => {
    const client = await start();
    await configure(client, 'token');

    const answer = await create(client, 'n', 2n ** 63n - 1n);

    expect(read(answer.newState)).toEqual({ name: 'n', size: 2n ** 63n - 1n, id: 'token' });
    expect(readIdentity(answer.newIdentity)).toEqual({ id: 'token' });
    expect(answer.legacyTypeSystem).toBe(false);
  });

  it.each([
    ['an id', { id: 'x' }],
    ['an identity', { id: '', identity: { identityData: toWire({ id: 'x' }, IDENTITY) } }],
  ])('ImportResourceState by %s gives one resource of the type that was asked for', async (_by, named) => {
    const client = await start();
    await configure(client, 'token');

    const answer = await call(
      client,
      'ImportResourceState',
      wire.ImportResourceState_Request,
      wire.ImportResourceState_Response,
      { typeName: 'fake_thing', ...named },
    );

    expect(answer.importedResources.map(({ identity }) => readIdentity(identity))).toEqual([{ id: 'x' }]);
    expect(answer.importedResources.map(({ typeName, state }) => [typeName, read(state)])).toEqual([
      ['fake_thing', { name: 'x', size: null, id: 'x' }],
    ]);
  });

  it('MoveResourceState is refused in words that name both types and the way out', async () => {
    const { targetState, diagnostics } = await call(
      await start(),
      'MoveResourceState',
      wire.MoveResourceState_Request,
      wire.MoveResourceState_Response,
      {
        sourceProviderAddress: 'registry.terraform.io/hashicorp/null',
        sourceTypeName: 'null_resource',
        sourceSchemaVersion: 0n,
        sourceState: { json: Buffer.from('{"id":"1"}'), flatmap: {} },
        targetTypeName: 'fake_thing',
        sourcePrivate: NO_BYTES,
        sourceIdentitySchemaVersion: 0n,
      },
    );

    expect(targetState).toBeUndefined();
    expect(diagnostics).toMatchObject([{ summary: 'Cannot move between resource types' }]);
    expect(diagnostics[0]?.detail).toMatch(
      /null_resource .*hashicorp\/null .*fake_thing.*removed block.*import block/s,
    );
  });

  it('answers every RPC of the .proto: those that are not ours with UNIMPLEMENTED', async () => {
    const proto = readFileSync(join(import.meta.dirname, '../../../provider/protocol/tfplugin6.proto'), 'utf8');
    const rpcs = [...proto.matchAll(/^ {2}rpc (\w+)\(/gm)].map(([, name]) => `/tfplugin6.Provider/${name}`);
    const server = createProviderServer(fakeProvider, environment);
    const ours = providerMethods(server, environment).map(([path]) => path);
    const client = await start();

    const others = rpcs.filter((path) => !ours.includes(path));
    const codes = await Promise.all(others.map((path) => client.call(path).catch(({ code }) => code)));

    expect(rpcs.length).toBe(36);
    expect(ours.filter((path) => !rpcs.includes(path))).toEqual([]);
    expect(others.length).toBe(rpcs.length - ours.length);
    expect(new Set(codes)).toEqual(new Set([status.UNIMPLEMENTED]));
  });

  it('answers a request that is no protobuf with INTERNAL', async () => {
    const client = await start();

    const answer = client.call('/tfplugin6.Provider/ReadResource', Buffer.from([0x0a, 0xff]));

    await expect(answer).rejects.toMatchObject({ code: status.INTERNAL, details: 'malformed request of ReadResource' });
  });

  it('answers a value that does not fit the schema with a diagnostic that names the place', async () => {
    const client = await start();

    const { diagnostics } = await call(
      client,
      'ValidateResourceConfig',
      wire.ValidateResourceConfig_Request,
      wire.ValidateResourceConfig_Response,
      { typeName: 'fake_thing', config: toWire({ name: 5 }, ['object', { name: 'number' }]) },
    );

    expect(diagnostics[0]?.detail).toContain('(ValueError: name: a string is required)');
  });
});

/** Every RPC with a provider server in which everything fails. */
describe('an unexpected exception', () => {
  const broken = new Proxy({} as ProviderServer, {
    get: (_target, name) => {
      if (name === 'resourceType') return () => THING;
      throw new Error('hunter2');
    },
  });
  const state = toWire({ name: 'n', size: null, id: 'i' }, THING);

  it.each([
    'GetMetadata',
    'GetProviderSchema',
    'ValidateProviderConfig',
    'ConfigureProvider',
    'ValidateResourceConfig',
    'UpgradeResourceState',
    'ReadResource',
    'PlanResourceChange',
    'ApplyResourceChange',
    'ImportResourceState',
    'StopProvider',
  ])('in %s is told as a bug, without its words', async (rpc) => {
    const client = await start(broken);

    const answer = String(await client.call(`/tfplugin6.Provider/${rpc}`));

    expect(answer).toContain(`${rpc} failed (Error). This is a bug in the provider`);
    expect(answer).not.toContain('hunter2');
  });

  it('leaves Terraform with the state that it had', async () => {
    const client = await start(broken);

    const refreshed = await call(client, 'ReadResource', wire.ReadResource_Request, wire.ReadResource_Response, {
      typeName: 'fake_thing',
      currentState: state,
      private: PRIVATE,
    });
    const applied = await call(
      client,
      'ApplyResourceChange',
      wire.ApplyResourceChange_Request,
      wire.ApplyResourceChange_Response,
      { typeName: 'fake_thing', priorState: state, plannedState: state, config: state, plannedPrivate: PRIVATE },
    );

    expect([read(refreshed.newState), read(applied.newState)]).toEqual([read(state), read(state)]);
    expect(Buffer.from(refreshed.private).equals(PRIVATE) && Buffer.from(applied.private).equals(PRIVATE)).toBe(true);
  });
});

async function start(server?: ProviderServer): Promise<ByteClient> {
  const address = await startGrpcServer({
    connect: () => ({
      methods: new Map(providerMethods(server ?? createProviderServer(fakeProvider, environment), environment)),
      close() {},
    }),
  });
  return openClient(address);
}

const read = (value: wire.DynamicValue | undefined) => value && decode(value.msgpack, THING);

const upgrade = (client: ByteClient, json: string) =>
  call(client, 'UpgradeResourceState', wire.UpgradeResourceState_Request, wire.UpgradeResourceState_Response, {
    typeName: 'fake_thing',
    version: 0n,
    rawState: { json: Buffer.from(json), flatmap: {} },
  });

const plan = (client: ByteClient, proposed: Parameters<typeof toWire>[0], prior: Parameters<typeof toWire>[0] = null) =>
  call(client, 'PlanResourceChange', wire.PlanResourceChange_Request, wire.PlanResourceChange_Response, {
    typeName: 'fake_thing',
    priorState: toWire(prior, THING),
    proposedNewState: toWire(proposed, THING),
    config: toWire(proposed, THING),
    priorPrivate: NO_BYTES,
    plannedPrivate: NO_BYTES,
  });
