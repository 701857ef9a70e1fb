import { expect, it } from 'vitest';
import type { Provider } from '../../../../framework/provider';
import { Configuration } from '../../../../framework/server/configuration';
import { createProviderServer } from '../../../../framework/server/provider-server';
import { DEMO } from '../../../unit/framework/definitions';
import { ENVIRONMENT } from '../demo-server';

it('waits at most five seconds for a connection that is never free, and tells the log', async () => {
  let ring = () => {};
  const alarm = (_ms: number, rings: () => void) => {
    ring = rings;
    return () => {};
  };
  const logged: string[] = [];
  const log = (level: string, message: string) => logged.push(`${level}: ${message}`);
  const configuration = new Configuration({ ...ENVIRONMENT, alarm, log });
  const close = () => new Promise<never>(() => undefined);
  await configuration.set({ kind: 'ready', connection: undefined, close });

  const closing = configuration.end();
  ring();
  await closing;

  expect(logged).toEqual(['warn: the connection of the provider is not free after five seconds']);
});

it('frees a connection that was still being made, or that came with an error, within five seconds, too', async () => {
  const closed: string[] = [];
  const making = Promise.withResolvers<void>();
  const provider = (diagnose: boolean): Provider<object> => ({
    ...DEMO,
    configure: async ({ diagnostics }) => {
      if (diagnose) diagnostics.error('Wrong', 'It is wrong.');
      else await making.promise;
      const close = () => {
        closed.push(diagnose ? 'with an error' : 'late');
        return new Promise<never>(() => {});
      };
      return { connection: {}, close };
    },
  });
  const ringAtOnce = (_ms: number, ring: () => void) => {
    setImmediate(ring);
    return () => {};
  };
  const environment = { ...ENVIRONMENT, alarm: ringAtOnce };
  const [late, wrong] = [false, true].map((diagnose) => createProviderServer(provider(diagnose), environment));
  const request = { config: {}, terraformVersion: '1.11.4' };

  const configuring = late?.configureProvider(request);
  await late?.close();
  making.resolve();
  await configuring;
  const response = await wrong?.configureProvider(request);

  expect([closed, response]).toMatchObject([['late', 'with an error'], { diagnostics: [{ summary: 'Wrong' }] }]);
});
