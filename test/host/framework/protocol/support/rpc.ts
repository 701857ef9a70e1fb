import type { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { Type, Value } from '../../../../../framework';
import * as wire from '../../../../../framework/protocol/generated/tfplugin6';
import { encode } from '../../../../../framework/protocol/value/encode';
import type { ByteClient } from './grpc';

type Wire = typeof wire;
type MessageOf<Name> = Name extends keyof Wire ? (Wire[Name] extends Codec<infer T> ? T : never) : never;

/** An RPC: its messages are called after it. */
type Rpc = { [K in keyof Wire]: K extends `${infer Name}_Request` ? Name : never }[keyof Wire];

interface Codec<T> {
  encode(message: T): BinaryWriter;
  decode(bytes: Uint8Array): T;
}

const CODECS: Readonly<Record<string, unknown>> = { ...wire };

/** One RPC with the generated codecs. */
export async function call<Name extends Rpc>(
  client: ByteClient,
  name: Name,
  message: MessageOf<`${Name}_Request`>,
  cancelled?: AbortSignal,
): Promise<MessageOf<`${Name}_Response`>> {
  const request = CODECS[`${name}_Request`] as Codec<typeof message>;
  const response = CODECS[`${name}_Response`] as Codec<MessageOf<`${Name}_Response`>>;
  return response.decode(await client.call(`/tfplugin6.Provider/${name}`, request.encode(message).finish(), cancelled));
}

export const THING: Type = ['object', { id: 'string', name: 'string', size: 'number' }];
const CONFIG: Type = ['object', { token: 'string' }];

export const toWire = (value: Value, type: Type): wire.DynamicValue => ({
  msgpack: encode(value, type),
  json: new Uint8Array(),
});

export const getProviderSchema = (client: ByteClient) => call(client, 'GetProviderSchema', {});

export const configure = (client: ByteClient, token: string) =>
  call(client, 'ConfigureProvider', { terraformVersion: '1.11.4', config: toWire({ token }, CONFIG) });

/** Creates a `fake_thing`. */
export const create = (client: ByteClient, name: string, size: Value = null, cancelled?: AbortSignal) => {
  const change = {
    typeName: 'fake_thing',
    priorState: toWire(null, THING),
    plannedState: toWire({ name, size, id: null }, THING),
    config: toWire({ name, size, id: null }, THING),
    plannedPrivate: new Uint8Array(),
  };
  return call(client, 'ApplyResourceChange', change, cancelled);
};

export const stop = (client: ByteClient) => call(client, 'StopProvider', {});

/** Type of the data source and of the ephemeral resource `fake_thing`. */
export const SHORT_THING: Type = ['object', { name: 'string', id: 'string' }];

/** Opens an ephemeral `fake_thing`. */
export const open = (client: ByteClient, name: string) =>
  call(client, 'OpenEphemeralResource', { typeName: 'fake_thing', config: toWire({ name, id: null }, SHORT_THING) });
