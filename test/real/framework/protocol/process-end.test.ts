import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openClient } from '../../../host/framework/protocol/support/grpc';
import { configure, create, getProviderSchema, open } from '../../../host/framework/protocol/support/rpc';
import { bundle, RUNTIMES } from './support/bundle';
import { connectAsHost, ProviderProcess, parseHandshake, socketOf, startConfigured } from './support/provider-process';

const provider = await bundle('fake-main.ts');

/** The provider as a process, on both runtimes: every way in which it ends, and the resources open then. */
describe.each(Object.entries(RUNTIMES))('on %s', (_name, runtime) => {
  describe('the end', () => {
    it('frees the connection before the response to Shutdown', async () => {
      const { process, client } = await startConfigured(runtime, provider);

      await client.call('/plugin.GRPCController/Shutdown');

      await process.exited;
      expect(process.stderr).toContain('left token\n');
    });

    it('comes when the host is lost, even if the connection is never free', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await configure(client, 'stuck');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
    });

    it('is not caused by Ctrl-C or the end of the terminal', async () => {
      const { process, client } = await startConfigured(runtime, provider);

      process.kill('SIGINT');
      process.kill('SIGQUIT');
      process.kill('SIGHUP');
      const created = await create(client, 'after');

      expect(created.diagnostics).toEqual([]);
    });

    it('F9: is not caused by SIGTERM while the host lives: running calls stop, and the process ends with the host', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();
      process.kill('SIGTERM'); // before the host has connected
      const client = connectAsHost(line);
      await configure(client, 'token');

      const { diagnostics } = await create(client, 'wait');

      expect(diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
      client.close();
      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('comes when the host closes the stream that it keeps open as long as it lives', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      const stdio = client.serverStream('/plugin.GRPCStdio/StreamStdio').on('error', () => {});
      await getProviderSchema(client);

      stdio.cancel();

      expect(await process.exited).toEqual({ code: 0, signal: null });
    });
  });

  describe('F4: an open ephemeral resource', () => {
    it('is closed before the response to Shutdown', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await Promise.all([open(client, 'a'), open(client, 'b')]);

      await client.call('/plugin.GRPCController/Shutdown');

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed a\n');
      expect(process.stderr).toContain('closed b\n');
    });

    it('is closed when the host is lost', async () => {
      const { process, line, client } = await startConfigured(runtime, provider);
      await open(client, 'a');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed a\n');
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('stays open after SIGTERM, and is closed when the host goes', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await open(client, 'a');

      process.kill('SIGTERM');
      const { diagnostics } = await create(client, 'wait');
      const before = process.stderr;
      client.close();

      expect(diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(before).not.toContain('closed a\n');
      expect(process.stderr).toContain('closed a\n');
    });

    it('is awaited', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await open(client, 'slow');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed slow\n');
    });

    it('does not block the end of the process or of other resources for ever', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await Promise.all([open(client, 'stuck'), open(client, 'a')]);

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed a\n');
    });

    it('is closed with its connection in debug mode', async () => {
      const process = ProviderProcess.start(runtime, provider, { args: ['--debug'] });
      const client = openClient(`unix:${await socketOf(process)}`);
      await configure(client, 'token');
      await open(client, 'a');

      client.close();

      await process.says('closed a');
    });
  });
});
