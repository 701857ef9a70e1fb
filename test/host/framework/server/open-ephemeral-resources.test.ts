import { expect, it } from 'vitest';
import type { Diagnostics } from '../../../../framework/diagnostic';
import { OpenEphemeralResources } from '../../../../framework/server/open-ephemeral-resources';
import { schemaOf } from '../../../unit/framework/definitions';
import { serving } from '../demo-server';

/** An opening that the test settles, and the resources closed so far. */
function startOpening() {
  const open = new OpenEphemeralResources();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const closed: string[] = [];
  const opening = open.opening(promise.then(() => open.opened('key', async () => void closed.push('key'))));
  return { open, opening, resolve, reject, closed };
}

it('F4: an opening in progress is awaited, and its resource is closed', async () => {
  const { open, resolve, closed } = startOpening();
  const before = open.any;

  const waiting = open.openings();
  resolve();
  await waiting;
  await open.closeAll();

  expect([before, closed]).toEqual([true, ['key']]);
});

it('F4: a resource that cannot be closed keeps no other one open', async () => {
  const open = new OpenEphemeralResources();
  const closed: string[] = [];
  open.opened('stuck', async () => Promise.reject(new Error('No.')));
  open.opened('key', async () => void closed.push('key'));

  await open.closeAll();

  expect(closed).toEqual(['key']);
});

it('F4: a resource that is being closed is not closed twice', async () => {
  const open = new OpenEphemeralResources();
  const done = Promise.withResolvers<void>();
  let closings = 0;
  open.opened('key', () => {
    closings += 1;
    return done.promise;
  });

  const first = open.closeAll();
  await open.closeAll();
  done.resolve();
  await first;

  expect(closings).toBe(1);
});

it('F4: of two resources with the same key, each is closed once', async () => {
  const open = new OpenEphemeralResources();
  const closed: string[] = [];
  for (const name of ['first', 'second']) open.opened('key', async () => void closed.push(name));

  open.closed('key');
  const before = open.any;
  await open.closeAll();

  expect([before, closed.length]).toEqual([true, 1]);
});

it('F4: a resource whose close reports an error is closed once more at the end', async () => {
  let closings = 0;
  const session = {
    ...{ typeName: 'session', schema: schemaOf({}), open: async () => ({}) },
    close: async ({ diagnostics }: { diagnostics: Diagnostics }) => {
      closings += 1;
      diagnostics.error('Locked', 'It is locked.');
    },
  };
  const server = await serving({ ephemeralResources: [session] });
  const opened = await server.openEphemeralResource({ typeName: 'demo_session', config: {} });

  const closed = await server.closeEphemeralResource({ typeName: 'demo_session', private: opened.private });
  await server.close();

  expect([closed.diagnostics.length, closings]).toEqual([1, 2]);
});
