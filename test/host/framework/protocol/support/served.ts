import type { Environment, Type, Value } from '../../../../../framework';
import type * as wire from '../../../../../framework/protocol/generated/tfplugin6';
import { providerMethods } from '../../../../../framework/protocol/server';
import { decode } from '../../../../../framework/protocol/value/decode';
import { createProviderServer, type ProviderServer } from '../../../../../framework/server/provider-server';
import { fakeProvider } from './fake-provider';
import { type ByteClient, openClient, startGrpcServer } from './grpc';
import { call, SHORT_THING, THING, toWire } from './rpc';

/** The environment of the fake provider. */
export const environment: Environment = {
  env: {},
  now: () => 0,
  random: () => 0,
  sleep: async () => {},
  log: () => {},
};

/** Private state, as a resource keeps it. */
export const PRIVATE = Buffer.from('{"key":"dmFsdWU="}');
/** No private state. */
export const NO_BYTES = new Uint8Array();
/** The type of an identity. */
export const IDENTITY: Type = ['object', { id: 'string' }];

/** The identity of a response; null for none. */
export const readIdentity = (identity: wire.ResourceIdentityData | undefined) =>
  identity?.identityData ? decode(identity.identityData.msgpack, IDENTITY) : null;

/** Calls a function of the fake provider. */
export const callFunction = (client: ByteClient, name: string, args: readonly Value[]) =>
  call(client, 'CallFunction', { name, arguments: args.map((value) => toWire(value, 'string')) });

/** Reads the data source of the fake provider. */
export const readData = (client: ByteClient, name: string) =>
  call(client, 'ReadDataSource', { typeName: 'fake_thing', config: toWire({ name, id: null }, SHORT_THING) });

/** Serves the fake provider, or another one, and connects to it. */
export async function start(server?: ProviderServer): Promise<ByteClient> {
  const address = await startGrpcServer({
    connect: () => ({
      methods: new Map(providerMethods(server ?? createProviderServer(fakeProvider, environment), environment)),
      close() {},
    }),
  });
  return openClient(address);
}

/** A value of a response. */
export const read = (value: wire.DynamicValue | undefined) => value && decode(value.msgpack, THING);

/** Plans a thing. */
export const plan = (
  client: ByteClient,
  proposed: Parameters<typeof toWire>[0],
  prior: Parameters<typeof toWire>[0] = null,
) =>
  call(client, 'PlanResourceChange', {
    typeName: 'fake_thing',
    priorState: toWire(prior, THING),
    proposedNewState: toWire(proposed, THING),
    config: toWire(proposed, THING),
    priorPrivate: PRIVATE,
    plannedPrivate: NO_BYTES,
  });
