import { describe, expect, it } from 'vitest';
import { path, string, UNKNOWN } from '../../../framework';
import type { Provider } from '../../../framework/provider';
import { createProviderServer } from '../../../framework/server/provider-server';
import { DEMO, optional, schemaOf } from '../../unit/framework/definitions';
import { configured, creation, ENVIRONMENT, NO_BYTES, NOTHING, type Service, serve } from './demo-server';

describe('an unknown provider configuration (F2)', () => {
  const unknownUrl = async () => {
    const server = serve({ read: () => Promise.reject(new Error('read was called')) });
    return { server, ...(await server.configureProvider({ config: { url: UNKNOWN }, terraformVersion: '1.11.4' })) };
  };

  it('F2: is a warning with its path while planning', async () => {
    const { diagnostics } = await unknownUrl();

    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        summary: 'Provider configuration not known yet',
        detail:
          'url will be known only during apply. Until then nothing is read from the service: the plan rests on the state as it is.',
        path: path('url'),
      },
    ]);
  });

  it('F2: names each of several arguments', async () => {
    const schema = schemaOf({ url: string(optional), token: string(optional), realm: string(optional) });
    const server = createProviderServer({ ...DEMO, schema } as Provider<unknown>, ENVIRONMENT);

    const config = { url: UNKNOWN, token: UNKNOWN, realm: null };
    const { diagnostics } = await server.configureProvider({ config, terraformVersion: '1.11.4' });

    expect(diagnostics).toMatchObject([{ detail: expect.stringMatching(/^url, token will be known only/) }]);
  });

  it('F2: leaves states unchanged', async () => {
    const { server } = await unknownUrl();
    const state = { ...NOTHING, name: 'a', id: '1' };

    const response = await server.readResource({ typeName: 'demo_thing', state, private: NO_BYTES });

    expect(response).toEqual({ state, private: NO_BYTES, identity: undefined, diagnostics: [] });
  });

  it('F2: is an error with its path when something has to be applied or imported', async () => {
    const { server } = await unknownUrl();

    const applied = await server.applyResourceChange({ ...creation, planned: NOTHING, config: NOTHING });
    const imported = await server.importResourceState({ typeName: 'demo_thing', id: '1', identity: null });

    expect(applied.state).toBeNull();
    for (const { diagnostics } of [applied, imported]) {
      expect(diagnostics).toMatchObject([
        { severity: 'error', summary: 'Provider configuration not known', path: path('url') },
      ]);
    }
  });

  it('F2: closes the client of an earlier configuration', async () => {
    const service: Service = { calls: [] };
    const server = await configured({}, service);

    await server.configureProvider({ config: { url: null }, terraformVersion: '1.11.4' });

    expect(service.calls).toEqual(['close']);
  });
  it('F2: names the unknown arguments if deferral is not supported, and is silent if it is', async () => {
    const warned = async (deferralAllowed: boolean) =>
      (await serve().configureProvider({ config: { url: UNKNOWN }, terraformVersion: '1.14.0', deferralAllowed }))
        .diagnostics;

    expect(await warned(true)).toEqual([]);
    expect(await warned(false)).toMatchObject([{ severity: 'warning' }]);
  });

  it('F2: an apply is never deferred', async () => {
    const server = serve();
    await server.configureProvider({ config: { url: UNKNOWN }, terraformVersion: '1.14.0', deferralAllowed: true });

    const { diagnostics } = await server.applyResourceChange({ ...creation, planned: NOTHING, config: NOTHING });

    expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Provider configuration not known' }]);
  });
});
