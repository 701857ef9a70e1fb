import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { encode } from '../../../../framework/protocol/value/encode';
import type { Type } from '../../../../framework/type';
import type { Value } from '../../../../framework/value';
import type { ByteClient } from './grpc';

interface Codec<T> {
  encode(message: T): BinaryWriter;
  decode(bytes: Uint8Array): T;
}

/** One RPC with the generated codecs. */
export async function call<Q, R>(
  client: ByteClient,
  name: string,
  request: Codec<Q>,
  response: Codec<R>,
  message: Q,
  cancelled?: AbortSignal,
): Promise<R> {
  return response.decode(await client.call(`/tfplugin6.Provider/${name}`, request.encode(message).finish(), cancelled));
}

export const THING: Type = ['object', { id: 'string', name: 'string', size: 'number' }];
const CONFIG: Type = ['object', { token: 'string' }];

export const toWire = (value: Value, type: Type): wire.DynamicValue => ({
  msgpack: encode(value, type),
  json: new Uint8Array(),
});

export const getProviderSchema = (client: ByteClient) =>
  call(client, 'GetProviderSchema', wire.GetProviderSchema_Request, wire.GetProviderSchema_Response, {});

export const configure = (client: ByteClient, token: string) =>
  call(client, 'ConfigureProvider', wire.ConfigureProvider_Request, wire.ConfigureProvider_Response, {
    terraformVersion: '1.11.4',
    config: toWire({ token }, CONFIG),
  });

/** Creates a `fake_thing`. */
export const create = (client: ByteClient, name: string, size: Value = null, cancelled?: AbortSignal) => {
  const change = {
    typeName: 'fake_thing',
    priorState: toWire(null, THING),
    plannedState: toWire({ name, size, id: null }, THING),
    config: toWire({ name, size, id: null }, THING),
    plannedPrivate: new Uint8Array(),
  };
  const { ApplyResourceChange_Request: request, ApplyResourceChange_Response: response } = wire;
  return call(client, 'ApplyResourceChange', request, response, change, cancelled);
};

export const stop = (client: ByteClient) =>
  call(client, 'StopProvider', wire.StopProvider_Request, wire.StopProvider_Response, {});

/** Type of the data source and of the ephemeral resource `fake_thing`. */
export const SHORT_THING: Type = ['object', { name: 'string', id: 'string' }];

/** Opens an ephemeral `fake_thing`. */
export const open = (client: ByteClient, name: string) =>
  call(client, 'OpenEphemeralResource', wire.OpenEphemeralResource_Request, wire.OpenEphemeralResource_Response, {
    typeName: 'fake_thing',
    config: toWire({ name, id: null }, SHORT_THING),
  });
