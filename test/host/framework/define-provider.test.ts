import { expect, it } from 'vitest';
import { defineProvider, type Provider } from '../../../framework';
import * as wire from '../../../framework/protocol/generated/tfplugin6';
import {
  getFunctions,
  getMetadata,
  getProviderSchema,
  getResourceIdentitySchemas,
} from '../../../framework/protocol/rpcs/provider';
import { createProviderServer } from '../../../framework/server/provider-server';
import { ProviderHost } from '../../../framework/testing';
import { schemaOf } from '../../unit/framework/definitions';
import { ENVIRONMENT, respond } from './demo-server';

const SCHEMAS = [
  [getMetadata, wire.GetMetadata_Response],
  [getProviderSchema, wire.GetProviderSchema_Response],
  [getResourceIdentitySchemas, wire.GetResourceIdentitySchemas_Response],
  [getFunctions, wire.GetFunctions_Response],
] as const;

it('a provider with mistakes is defined, but neither served nor tested', async () => {
  const schema = schemaOf({ a: undefined as never });
  const provider = defineProvider({
    ...{ typeName: 'demo', source: 'example/demo' },
    schema,
    resources: [undefined as never],
  });
  const detail =
    'The definition of the provider "demo" has mistakes (2):\n- provider: a is undefined, and no attribute, such as string({ … }).\n- resource 1 of the list is undefined.';

  const server = createProviderServer(provider, ENVIRONMENT);

  for (const [rpc, Response] of SCHEMAS) {
    const { diagnostics } = Response.decode(await respond(rpc, server));
    expect(diagnostics).toMatchObject([{ detail }]);
  }
  await expect(ProviderHost.start(provider)).rejects.toThrow(detail);
});

it('a provider without resources, from code without types, is served', async () => {
  const provider = { typeName: 'demo', source: 'example/demo', schema: schemaOf({}) } as never as Provider<unknown>;
  const server = createProviderServer(provider, ENVIRONMENT);

  expect(() => server.requireSound()).not.toThrow();
  await server.close();
});
