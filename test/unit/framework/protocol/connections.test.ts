import { expect, it } from 'vitest';
import { defineProvider } from '../../../../framework';
import { Connections } from '../../../../framework/protocol/connections';
import { createProviderServer } from '../../../../framework/server/provider-server';
import { skippingEnvironment } from '../../../../framework/testing/environment';
import { schemaOf } from '../definitions';

it('the end of a connection that fails is logged, with its place but without its message', async () => {
  const logged: unknown[] = [];
  const environment = { ...skippingEnvironment(), log: (...line: unknown[]) => void logged.push(line) };
  const configure = async () => ({ connection: undefined, close: async () => JSON.parse('canary') });
  const schema = schemaOf({});
  const provider = defineProvider({ typeName: 'demo', source: 'example/demo', schema, resources: [], configure });
  const server = createProviderServer(provider, environment);
  const events = { shutdown: () => {}, gone: () => {}, lastClosed: () => {} };
  const connections = new Connections(() => server, environment, events);
  connections.connect();
  await server.configureProvider({ config: {}, terraformVersion: '1.11.4' });

  await connections.endAll();

  const stack = expect.stringMatching(/^SyntaxError\n\s+at /);
  expect(logged).toEqual([['debug', 'a connection did not close well', { stack }]]);
  expect(JSON.stringify(logged)).not.toContain('canary');
});
