import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { providerMethods } from '../../../../framework/protocol/server';
import { createProviderServer, type ProviderServer } from '../../../../framework/server/provider-server';
import { CANARY, fakeProvider } from './support/fake-provider';
import { call, getProviderSchema, THING, toWire } from './support/rpc';
import { callFunction, environment, PRIVATE, read, readIdentity, start } from './support/served';

it('GetMetadata names all types, and the capabilities', async () => {
  const client = await start();

  const response = await call(client, 'GetMetadata', {});

  expect(response.resources).toEqual([{ typeName: 'fake_thing' }]);
  expect(response.dataSources).toEqual([{ typeName: 'fake_thing' }]);
  expect(response.ephemeralResources).toEqual([{ typeName: 'fake_thing' }]);
  expect(response.functions).toEqual([{ name: 'join' }]);
  expect(response.serverCapabilities).toEqual({
    planDestroy: true,
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: false,
  });
});

it('GetResourceIdentitySchemas names the attribute that identifies an object', async () => {
  const response = await call(await start(), 'GetResourceIdentitySchemas', {});

  const type = Buffer.from('"string"');
  expect(response.identitySchemas).toEqual({
    fake_thing: {
      version: 0n,
      identityAttributes: [
        { name: 'id', type, requiredForImport: true, optionalForImport: false, description: 'Its id.' },
      ],
    },
  });
});

it.each([
  ['fits', 0n, '{"id":"i"}', { id: 'i' }],
  ['is no JSON', 0n, '{', { id: null }],
])('UpgradeResourceIdentity: a stored identity that %s', async (_case, version, json, identity) => {
  const response = await call(await start(), 'UpgradeResourceIdentity', {
    typeName: 'fake_thing',
    version,
    rawIdentity: { json: Buffer.from(json), flatmap: {} },
  });

  expect(readIdentity(response.upgradedIdentity)).toEqual(identity);
  expect(response.diagnostics).toEqual([]);
});

it('GetFunctions returns the same functions as GetProviderSchema', async () => {
  const client = await start();

  const response = await call(client, 'GetFunctions', {});

  const text = Buffer.from('"string"');
  expect(response.functions.join).toMatchObject({
    summary: 'Joins texts',
    parameters: [{ name: 'separator', type: text, allowNullValue: true, allowUnknownValues: false }],
    variadicParameter: { name: 'texts', type: text, allowNullValue: false, allowUnknownValues: true },
    return: { type: text },
  });
  expect((await getProviderSchema(client)).functions).toEqual(response.functions);
});

it.each([
  ['an argument at fault, also a variadic one', 'join', [',', 'a', 'bad'], 'it is bad', 2n],
  ['the call as a whole', 'join', [','], 'nothing to join', undefined],
  [
    'an unexpected failure, without its words',
    'join',
    [',', 'boom'],
    'It failed (Error), and describeError',
    undefined,
  ],
  ['a function that there is not', 'other', [], 'has no function "other". It has: join.', undefined],
])('CallFunction names %s', async (_case, name, args, text, argument) => {
  const { result, error } = await callFunction(await start(), name, args);

  expect(result).toBeUndefined();
  expect(error?.text).toContain(text);
  expect(error?.text).not.toMatch(/\.$/);
  expect(error?.text).not.toContain(CANARY);
  expect(error?.functionArgument).toBe(argument);
});

it('responds to every RPC of the .proto, with UNIMPLEMENTED if it is not supported', async () => {
  const proto = readFileSync(join(import.meta.dirname, '../../../../framework/protocol/tfplugin6.proto'), 'utf8');
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

it('returns INTERNAL for a request that is no protobuf', async () => {
  const client = await start();

  const response = client.call('/tfplugin6.Provider/ReadResource', Buffer.from([0x0a, 0xff]));

  await expect(response).rejects.toMatchObject({
    code: status.INTERNAL,
    details: 'malformed request of ReadResource',
  });
});

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

    const response = String(await client.call(`/tfplugin6.Provider/${rpc}`));

    expect(response).toContain(`${rpc} failed (Error). This is a bug in the provider`);
    expect(response).not.toContain('hunter2');
  });

  it('returns the state that Terraform had', async () => {
    const client = await start(broken);

    const refreshed = await call(client, 'ReadResource', {
      typeName: 'fake_thing',
      currentState: state,
      private: PRIVATE,
    });
    const applied = await call(client, 'ApplyResourceChange', {
      typeName: 'fake_thing',
      priorState: state,
      plannedState: state,
      config: state,
      plannedPrivate: PRIVATE,
    });

    expect([read(refreshed.newState), read(applied.newState)]).toEqual([read(state), read(state)]);
    expect(Buffer.from(refreshed.private).equals(PRIVATE) && Buffer.from(applied.private).equals(PRIVATE)).toBe(true);
  });
});
