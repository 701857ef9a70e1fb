import { expect, it } from 'vitest';
import type { ProviderServer } from '../../framework/server/provider-server';
import { BROKEN, configured, creation, NO_BYTES, NOTHING } from './demo-server';

const fail = () => {
  throw new Error('Nobody expected this.');
};
const state = { ...NOTHING, name: 'x', id: '1' };
const planned = { ...NOTHING, name: 'x' };
const named = { typeName: 'demo_thing', config: { name: BROKEN } };

/** Every operation whose handler may throw, by the action that the error names. */
const OPERATIONS: Readonly<Record<string, (server: ProviderServer) => unknown>> = {
  'plan demo_thing': (server) => server.planResourceChange({ ...creation, proposed: planned, config: planned }),
  'plan to destroy demo_thing': (server) =>
    server.planResourceChange({ ...creation, prior: state, proposed: null, config: null }),
  'create demo_thing': (server) => server.applyResourceChange({ ...creation, planned, config: planned }),
  'update demo_thing': (server) =>
    server.applyResourceChange({ ...creation, prior: state, planned: state, config: state }),
  'delete demo_thing': (server) =>
    server.applyResourceChange({ ...creation, prior: state, planned: null, config: null }),
  'read demo_thing': (server) => server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES }),
  'import demo_thing': (server) => server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null }),
  'read data source demo_thing': (server) => server.readDataSource(named),
  'open ephemeral demo_thing': (server) => server.openEphemeralResource(named),
  'close ephemeral demo_thing': (server) =>
    server.closeEphemeralResource({ typeName: 'demo_thing', private: Buffer.from(JSON.stringify({ name: BROKEN })) }),
  'run action demo_act': async (server) => {
    const { signal } = new AbortController();
    for await (const event of server.invokeAction({ ...named, typeName: 'demo_act' }, signal)) {
      if (event.completed) return { diagnostics: event.completed };
    }
    return undefined;
  },
};

it.each(Object.entries(OPERATIONS))('what nobody expected to fail is named: %s', async (name, run) => {
  const handlers = { modifyPlan: fail, planDestroy: fail, read: fail, importState: fail };
  const server = await configured({ ...handlers, create: fail, update: fail, delete: fail });

  const response = await run(server);

  expect(response).toMatchObject({ diagnostics: [{ severity: 'error', summary: `Cannot ${name}` }] });
});
