import { expect, it } from 'vitest';
import { requiresReplace, string, type Type, UNKNOWN, type Value, withConnection } from '../../../../../framework';
import * as wire from '../../../../../framework/protocol/generated/tfplugin6';
import { decode } from '../../../../../framework/protocol/value/decode';
import type { Provider } from '../../../../../framework/provider';
import { createProviderServer } from '../../../../../framework/server/provider-server';
import { optional, required, schemaOf } from '../../../../unit/framework/definitions';
import { call, toWire } from '../support/rpc';
import { environment, NO_BYTES, readIdentity, start } from '../support/served';

const THING: Type = ['object', { id: 'string' }];
const FILTER: Type = ['object', { prefix: 'string' }];

const { defineResource } = withConnection<object>();
const thing = defineResource({
  typeName: 'thing',
  schema: schemaOf({ id: string({ ...required, planModifiers: [requiresReplace()] }) }),
  identity: 'id',
  create: async ({ plan }) => plan,
  read: async ({ state }) => state,
  delete: async () => undefined,
});

const filter = schemaOf({ prefix: string(optional) });
const named = schemaOf({ id: string(required) });

/** A client of a provider with every kind, configured with this url. */
async function served(url: Value = null, deferralAllowed = false) {
  const provider: Provider<object> = {
    typeName: 'demo',
    source: 'example/demo',
    schema: schemaOf({ url: string(optional) }),
    resources: [thing],
    dataSources: [{ typeName: 'thing', schema: named, read: async ({ config }) => config }],
    ephemeralResources: [{ typeName: 'thing', schema: named, open: async ({ config }) => config }],
    listResources: [
      {
        typeName: 'thing',
        schema: filter,
        list: async ({ config, diagnostics }) => {
          if (config.prefix === 'warn') diagnostics.warn('Slow', 'It is slow.');
          return ['1', '2', '3'].map((id) => ({ identity: { id }, displayName: `${config.prefix}\n${id}` }));
        },
      },
    ],
    actions: [
      {
        typeName: 'act',
        schema: named,
        invoke: async ({ config, progress, diagnostics }) => {
          progress(`first of ${config.id}`);
          progress('second');
          diagnostics.warn('Mind', 'It is done.');
        },
      },
    ],
    configure: async () => ({ connection: {} }),
  };
  const client = await start(createProviderServer(provider, environment));
  const config = toWire({ url }, ['object', { url: 'string' }]);
  await call(client, 'ConfigureProvider', {
    terraformVersion: '1.14.0',
    config,
    clientCapabilities: {
      deferralAllowed,
      writeOnlyAttributesAllowed: true,
      storePlannedPrivate: false,
      computedBlocksAllowed: false,
    },
  });
  return client;
}

type Client = Awaited<ReturnType<typeof served>>;

const eventsOf = async (client: Client, rpc: string, request: Uint8Array) =>
  (await client.serverStream(`/tfplugin6.Provider/${rpc}`, Buffer.from(request)).toArray()) as Buffer[];

async function list(client: Client, change: object = {}) {
  const request = wire.ListResource_Request.encode({
    typeName: 'demo_thing',
    config: toWire({ prefix: 'a' }, FILTER),
    includeResourceObject: false,
    limit: 0n,
    ...change,
  });
  const events = await eventsOf(client, 'ListResource', request.finish());
  return events.map((bytes) => {
    const { identity, displayName, resourceObject, diagnostic } = wire.ListResource_Event.decode(bytes);
    return {
      identity: readIdentity(identity),
      displayName,
      object: resourceObject && decode(resourceObject.msgpack, THING),
      told: diagnostic.map(({ severity, summary, detail }) => [severity, summary, detail]),
    };
  });
}

async function invoke(client: Client, actionType = 'demo_act') {
  const request = wire.InvokeAction_Request.encode({ actionType, config: toWire({ id: 'x' }, THING) } as never);
  return (await eventsOf(client, 'InvokeAction', request.finish())).map(
    (bytes) => wire.InvokeAction_Event.decode(bytes).type,
  );
}

const SEVERITY = wire.Diagnostic_Severity;

it('ListResource sends an event for each object, whole if that is asked for, and not more than the limit', async () => {
  const client = await served();

  const named = await list(client);
  const whole = await list(client, { includeResourceObject: true, limit: 2n });

  const object = undefined;
  expect(named).toEqual(['1', '2', '3'].map((id) => ({ identity: { id }, displayName: `a\n${id}`, object, told: [] })));
  expect(whole).toMatchObject(['1', '2'].map((id) => ({ identity: { id }, object: { id } })));
});

it('ListResource tells what the handler reports in an event before the objects', async () => {
  const [first, ...others] = await list(await served(), { config: toWire({ prefix: 'warn' }, FILTER), limit: 1n });

  expect(first).toEqual({
    identity: null,
    displayName: '',
    object: undefined,
    told: [[SEVERITY.WARNING, 'Slow', 'It is slow.']],
  });
  expect(others.map(({ identity }) => identity)).toEqual([{ id: '1' }]);
});

it('InvokeAction sends its messages in their order, and then what it reports', async () => {
  expect(await invoke(await served())).toEqual([
    { $case: 'progress', value: { message: 'first of x' } },
    { $case: 'progress', value: { message: 'second' } },
    {
      $case: 'completed',
      value: {
        diagnostics: [{ severity: SEVERITY.WARNING, summary: 'Mind', detail: 'It is done.', attribute: undefined }],
      },
    },
  ]);
});

/** The requests that may be deferred. */
const DEFERRABLE = {
  ReadDataSource: { typeName: 'demo_thing', config: toWire({ id: 'x' }, THING) },
  OpenEphemeralResource: { typeName: 'demo_thing', config: toWire({ id: 'x' }, THING) },
  ReadResource: { typeName: 'demo_thing', currentState: toWire({ id: 'x' }, THING), private: NO_BYTES },
  ImportResourceState: { typeName: 'demo_thing', id: 'x' },
  PlanAction: { actionType: 'demo_act', config: toWire({ id: 'x' }, THING) },
  PlanResourceChange: {
    typeName: 'demo_thing',
    priorState: toWire(null, THING),
    proposedNewState: toWire({ id: 'x' }, THING),
    config: toWire({ id: 'x' }, THING),
    priorPrivate: NO_BYTES,
    plannedPrivate: NO_BYTES,
  },
} as const;

const deferredOf = async (client: Client, rpc: keyof typeof DEFERRABLE) => {
  const { deferred } = (await call(client, rpc as 'ReadDataSource', DEFERRABLE[rpc] as never)) as {
    deferred?: { reason: number };
  };
  return deferred;
};

it.each(Object.keys(DEFERRABLE) as (keyof typeof DEFERRABLE)[])(
  'F2: %s is deferred if the provider is unknown, and only then, and only if the host can',
  async (rpc) => {
    const reason = wire.Deferred_Reason.PROVIDER_CONFIG_UNKNOWN;

    expect(await deferredOf(await served(UNKNOWN, true), rpc)).toEqual({ reason });
    expect(await deferredOf(await served(UNKNOWN, false), rpc)).toBeUndefined();
    expect(await deferredOf(await served('known', true), rpc)).toBeUndefined();
  },
);
