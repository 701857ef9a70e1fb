import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../../framework/protocol/value/decode';
import { CANARY } from '../../../host/framework/protocol/support/fake-provider';
import { openClient } from '../../../host/framework/protocol/support/grpc';
import { configure, create, stop, THING } from '../../../host/framework/protocol/support/rpc';
import { bundle, RUNTIMES } from './support/bundle';
import { connectAsHost, ProviderProcess, socketOf, startConfigured } from './support/provider-process';

const provider = await bundle('fake-main.ts');

/** The provider as a process, on both runtimes: failures of handlers, cancellations, and several hosts. */
describe.each(Object.entries(RUNTIMES))('on %s', (_name, runtime) => {
  describe('trouble', () => {
    it('in a handler is a diagnostic without the message of the error, and the log has the place', async () => {
      const { process, client } = await startConfigured(runtime, provider, { env: { TF_LOG_PROVIDER: 'debug' } });

      const { diagnostics } = await create(client, 'boom');

      expect(diagnostics).toMatchObject([{ summary: 'Cannot create fake_thing' }]);
      expect(diagnostics[0]?.detail).toMatch(/^It failed \(Error\), and describeError .* failed too \(TypeError\)/);
      await process.says('operation failed');
      expect(process.stderr).toMatch(/"stack":"Error\\n +at /);
      expect(process.stderr + JSON.stringify(diagnostics)).not.toContain(CANARY);
    });

    it('F5: process.exit in a handler is an error, and what it has saved is in state', async () => {
      const provided = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await provided.line());
      await configure(client, 'token');

      const { newState, diagnostics } = await create(client, 'exit');

      expect(diagnostics).toMatchObject([
        { summary: 'Unexpected error in the provider', detail: expect.stringContaining('called process.exit(3)') },
      ]);
      expect(decode(newState?.msgpack ?? new Uint8Array(), THING)).toMatchObject({ id: 'saved' });
      expect((await create(client, 'next')).diagnostics).toEqual([]);
    });

    it.each([
      ['lose', 'uncaughtException', ['wait']],
      ['forget', 'unhandledRejection', []],
    ] as const)(
      'F5: in a callback of %s leaves no call unanswered, nothing forgotten, and one line on stderr',
      async (name, event, others) => {
        const { process, client } = await startConfigured(runtime, provider);
        const waiting = others.map((other) => create(client, other));
        if (waiting.length > 0) await process.says('waiting');

        const [lost, ...beside] = await Promise.all([create(client, name), ...waiting]);

        for (const { diagnostics } of [lost, ...beside]) {
          expect(diagnostics).toMatchObject([{ severity: 1, summary: 'Unexpected error in the provider' }]);
          expect(diagnostics[0]?.detail).toMatch(
            /^An exception that nothing caught \(TypeError\) may have left an operation without an end/,
          );
        }
        expect(decode(lost.newState?.msgpack ?? new Uint8Array(), THING)).toMatchObject({ id: 'saved' });
        await process.says('unexpected error');
        const lines = process.stderr.split('\n').filter((line) => line.startsWith('{'));
        expect(lines.map((line) => JSON.parse(line))).toMatchObject([
          {
            '@level': 'error',
            '@message': 'unexpected error',
            event,
            stack: expect.stringMatching(/^TypeError\n +at /),
          },
        ]);
        expect(process.stderr + JSON.stringify([beside, lost])).not.toContain(CANARY);
        expect((await create(client, 'next')).diagnostics).toEqual([]);
      },
    );

    it('F10: an exception of a callback is an error of the create that goes on, whose result is kept', async () => {
      const { client } = await startConfigured(runtime, provider);

      const { newState, diagnostics } = await create(client, 'throw-beside');

      expect(diagnostics).toMatchObject([{ severity: 1, summary: 'Unexpected error in the provider' }]);
      expect(diagnostics[0]?.detail).toMatch(/^An exception that nothing caught \(TypeError\)/);
      expect(decode(newState?.msgpack ?? new Uint8Array(), THING)).toMatchObject({ name: 'throw-beside', id: 'token' });
    });

    it('F10: a rejection that a create did not await is an error of it, and of no call after it', async () => {
      const { client } = await startConfigured(runtime, provider);

      const { newState, diagnostics } = await create(client, 'slip');

      expect(diagnostics).toMatchObject([{ severity: 1, summary: 'Promise not awaited' }]);
      expect(diagnostics[0]?.detail).toMatch(
        /^The create of fake_thing ended without waiting for something that has failed: /,
      );
      expect(JSON.stringify(diagnostics)).not.toContain(CANARY);
      expect(decode(newState?.msgpack ?? new Uint8Array(), THING)).toMatchObject({ name: 'slip', id: 'token' });
      expect((await create(client, 'next')).diagnostics).toEqual([]);
    });

    it('F10: a rejection that a create awaits before it ends is none', async () => {
      const { client } = await startConfigured(runtime, provider);

      expect((await create(client, 'forgiven')).diagnostics).toEqual([]);
    });

    it('F10: a rejection that belongs to no call is a warning', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { TF_LOG: 'error' } });
      const client = connectAsHost(await process.line());
      await configure(client, 'reject');
      await process.says('unhandledRejection');

      const { diagnostics } = await create(client, 'after');

      expect(diagnostics).toMatchObject([{ severity: 2, summary: 'Promise not awaited' }]);
    });

    it('a call that is cancelled cancels its handler, and no other', async () => {
      const { process, client } = await startConfigured(runtime, provider, { env: { TF_LOG_PROVIDER: 'debug' } });
      const controller = new AbortController();
      const cancelled = create(client, 'wait', null, controller.signal);
      await process.says('waiting');

      controller.abort();

      await expect(cancelled).rejects.toMatchObject({ code: status.CANCELLED });
      // This line ends the trace of the call: its handler has ended.
      await process.says('"tf_rpc":"ApplyResourceChange"');
      expect((await create(client, 'next')).diagnostics).toEqual([]);
    });

    it('F8: StopProvider interrupts running calls, returns at once, and nothing new begins on that connection', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      const applying = create(client, 'wait');
      await process.says('waiting');

      expect(await stop(client)).toEqual({ Error: '' });

      expect((await applying).diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
      expect((await create(client, 'next')).diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
    });
  });

  describe('--debug', () => {
    it('F2: keeps the configurations of parallel connections apart, and outlives them', async () => {
      const process = ProviderProcess.start(runtime, provider, { args: ['--debug'] });
      const address = await socketOf(process);
      const [one, two] = [openClient(`unix:${address}`), openClient(`unix:${address}`)];

      await Promise.all([configure(one, 'first'), configure(two, 'second')]);
      const things = await Promise.all([create(one, 'a'), create(two, 'b')]);

      const ids = things.map(({ newState }) => decode(newState?.msgpack ?? new Uint8Array(), THING));
      expect(ids).toMatchObject([{ id: 'first' }, { id: 'second' }]);
      one.close();
      two.close();
      const three = openClient(`unix:${address}`);
      await configure(three, 'third');
      await configure(three, 'fourth');
      expect((await create(three, 'c')).diagnostics).toEqual([]);
    });

    it.each(['SIGINT', 'SIGTERM', 'SIGQUIT'] as const)(
      'F9: by %s the hosts get the results of what runs, then it ends',
      async (signal) => {
        const process = ProviderProcess.start(runtime, provider, { args: ['--debug'] });
        const address = await socketOf(process);
        const client = openClient(`unix:${address}`);
        expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
        await configure(client, 'token');
        const applying = create(client, 'wait');
        await process.says('waiting');

        process.kill(signal);

        expect((await applying).diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
        expect(await process.exited).toEqual({ code: 0, signal: null });
        expect(existsSync(dirname(address))).toBe(false);
      },
    );
  });
});
