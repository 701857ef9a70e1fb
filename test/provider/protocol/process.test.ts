import { existsSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decode } from '../../../provider/protocol/value/decode';
import { bundle, RUNTIMES } from './support/bundle';
import { CANARY } from './support/fake-provider';
import { openClient } from './support/grpc';
import { connectAsHost, MAGIC_COOKIE, ProviderProcess, parseHandshake } from './support/provider-process';
import { configure, create, getProviderSchema, open, stop, THING } from './support/rpc';

const provider = bundle('fake-main.ts');
const host = bundle('host.ts');

/** The provider as a process, on both run-times: how it starts, and every way in which it ends. */
describe.each(Object.entries(RUNTIMES))('on %s', (_name, runtime) => {
  describe('the start', () => {
    it('announces a socket and a certificate on the first line of stdout, whatever was printed before', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);

      const line = await process.line();

      const { core, app, network, address, protocol, certificate, more } = parseHandshake(line);
      expect({ core, app, network, protocol, more }).toEqual({
        core: '1',
        app: '6',
        network: 'unix',
        protocol: 'grpc',
        more: [],
      });
      expect(certificate).toMatch(/^[A-Za-z0-9+/]{300,}$/);
      expect(statSync(address).mode & 0o777).toBe(0o600);
      expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
      await process.says('noise by process.stdout');
      expect(process.stderr).toContain('noise by console.log\nnoise by console.info\n');
    });

    it('puts the socket where PLUGIN_UNIX_SOCKET_DIR says, and leaves nothing there', async () => {
      const folder = temporaryFolder();
      const process = ProviderProcess.startByHost(runtime, provider, { env: { PLUGIN_UNIX_SOCKET_DIR: folder } });

      const { address } = parseHandshake(await process.line());

      expect(dirname(dirname(address))).toBe(folder);
      process.kill('SIGTERM');
      await process.exited;
      expect(existsSync(dirname(address))).toBe(false);
    });

    it('serves with mutual TLS, and nobody without the certificate', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();

      const schema = await getProviderSchema(connectAsHost(line));

      expect(Object.keys(schema.resourceSchemas)).toEqual(['fake_thing']);
      const { address } = parseHandshake(line);
      await expect(openClient(`unix:${address}`).call('/tfplugin6.Provider/GetProviderSchema')).rejects.toThrow();
    });

    it('serves in plain text where the host has switched TLS off', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { PLUGIN_CLIENT_CERT: '' } });
      const line = await process.line();

      const schema = await getProviderSchema(connectAsHost(line));

      expect(parseHandshake(line).certificate).toBe('');
      expect(schema.diagnostics).toEqual([]);
    });

    it('explains itself to a person and ends', async () => {
      const process = ProviderProcess.start(runtime, provider, { env: { TF_PLUGIN_MAGIC_COOKIE: 'another' } });

      expect(await process.exited).toEqual({ code: 1, signal: null });
      expect(process.stderr).toContain('not meant to be run by hand');
    });

    it('tells the host why it cannot start', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, {
        env: { PLUGIN_UNIX_SOCKET_DIR: join(temporaryFolder(), 'missing') },
      });

      const line = await process.line();

      expect(line).toMatch(/^The provider cannot start: .*ENOENT/);
      expect((await process.exited).code).toBe(1);
    });

    it('leaves the answers that a person types to the host', async () => {
      const file = join(temporaryFolder(), 'stdin');
      writeFileSync(file, 'yes\n');
      const stdin = openSync(file, 'r');
      const process = ProviderProcess.startByHost(runtime, provider, { stdin });
      const line = await process.line();
      await getProviderSchema(connectAsHost(line));
      process.kill('SIGTERM');
      await process.exited;

      // The position in the file is shared with the provider.
      const rest = Buffer.alloc(10);
      const length = readSync(stdin, rest, 0, 10, null);

      expect(rest.subarray(0, length).toString()).toBe('yes\n');
    });
  });

  describe('the log', () => {
    it('is silent unless somebody wants it', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      await client.call('/plugin.GRPCController/Shutdown');
      await process.exited;

      expect(process.stderr.split('\n').filter((line) => !line.startsWith('noise'))).toEqual(['']);
    });

    it('is lines of JSON as hclog writes them', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { TF_LOG: 'TRACE' } });
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      await client.call('/plugin.GRPCController/Shutdown');
      await process.exited;

      const lines = process.stderr.split('\n').filter((line) => line.startsWith('{'));
      expect(lines.map((line) => JSON.parse(line))).toContainEqual({
        '@level': 'info',
        '@message': 'configured',
        '@module': 'provider',
        '@timestamp': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
        size: '12',
        tf_rpc: 'ConfigureProvider',
        tf_req_id: expect.any(String),
      });
    });
  });

  describe('large states', () => {
    // With http2's own limit of 10 MB for a session Bun garbles the headers of some of these.
    it.each([
      [6, 4],
      [3, 8],
      [1, 64],
    ])('%i of %i MiB travel both ways at the same time', async (count, mebibytes) => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      const names = Array.from({ length: count }, (_, i) => String(i).repeat(mebibytes * 1024 * 1024));

      const created = await Promise.all(names.map((name) => create(client, name)));

      const states = created.map(
        ({ newState }) => decode(newState?.msgpack ?? new Uint8Array(), THING) as { name: string },
      );
      expect(states.every(({ name }, i) => name === names[i])).toBe(true);
    });
  });

  describe('the end', () => {
    it('comes after the answer to Shutdown, and takes the socket away', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();
      const client = connectAsHost(line);
      await getProviderSchema(client);

      const answer = await client.call('/plugin.GRPCController/Shutdown');

      expect(answer.length).toBe(0);
      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('does not come by Ctrl-C, nor by the end of the terminal', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');

      process.kill('SIGINT');
      process.kill('SIGHUP');
      const created = await create(client, 'after');

      expect(created.diagnostics).toEqual([]);
    });

    it('comes by SIGTERM, and takes the socket away', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();

      process.kill('SIGTERM');

      expect(await process.exited).toEqual({ code: 143, signal: null });
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('comes when the host has closed its last connection', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();
      const client = connectAsHost(line);
      await configure(client, 'token');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('comes when the host lets go of the stream that lasts as long as it does', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      const stdio = client.serverStream('/plugin.GRPCStdio/StreamStdio').on('error', () => {});
      await getProviderSchema(client);

      stdio.cancel();

      expect(await process.exited).toEqual({ code: 0, signal: null });
    });

    it.each([
      ['before it has connected', {}, 'noise'],
      ['in the middle of an apply', { HOST_APPLIES: '1' }, 'waiting'],
    ])('comes when the host is killed %s', async (_when, env, sign) => {
      const process = ProviderProcess.start(RUNTIMES.Node, host, {
        args: [runtime, provider],
        env: { TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE, ...env },
      });
      const socket = await process.line();
      await process.says(sign);

      process.kill('SIGKILL');

      // Both write to one stderr, so this is the end of both.
      expect(await process.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(existsSync(dirname(socket))).toBe(false);
    });
  });

  describe('P28: what is open', () => {
    it('is closed before Shutdown is answered', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      await Promise.all([open(client, 'a'), open(client, 'b')]);

      await client.call('/plugin.GRPCController/Shutdown');

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed a\n');
      expect(process.stderr).toContain('closed b\n');
    });

    it('is closed when the host is lost', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();
      const client = connectAsHost(line);
      await configure(client, 'token');
      await open(client, 'a');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed a\n');
      expect(existsSync(dirname(parseHandshake(line).address))).toBe(false);
    });

    it('is closed by SIGTERM', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      await open(client, 'a');

      process.kill('SIGTERM');

      expect(await process.exited).toEqual({ code: 143, signal: null });
      expect(process.stderr).toContain('closed a\n');
    });

    it('is waited for', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      await open(client, 'slow');

      client.close();

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(process.stderr).toContain('closed slow\n');
    });

    it('does not hold the process for ever, nor the rest', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
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

  describe('trouble', () => {
    it('of a handler is a diagnostic without the words of the error, and the log has the place', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { TF_LOG_PROVIDER: 'debug' } });
      const client = connectAsHost(await process.line());
      await configure(client, 'token');

      const { diagnostics } = await create(client, 'boom');

      expect(diagnostics).toMatchObject([{ summary: 'Unexpected error in the provider' }]);
      expect(diagnostics[0]?.detail).toMatch(
        /^ApplyResourceChange failed \(TypeError\)\. This is a bug in the provider: please report it\./,
      );
      await process.says('unexpected error');
      expect(process.stderr).toMatch(/"stack":"TypeError\\n +at /);
      expect(process.stderr + JSON.stringify(diagnostics)).not.toContain(CANARY);
    });

    it('that nobody catches does not take down what runs beside it', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { TF_LOG: 'error' } });
      const client = connectAsHost(await process.line());
      await configure(client, 'reject');
      await process.says('unhandledRejection');

      const { newState } = await create(client, 'after');

      expect(newState).toBeDefined();
      expect(process.stderr).not.toContain(CANARY);
    });

    it.each([
      ['lose', 'uncaughtException'],
      ['forget', 'unhandledRejection'],
    ])(
      'P34: in a callback of %s leaves no call unanswered, nothing forgotten, and one line on stderr',
      async (name, event) => {
        const process = ProviderProcess.startByHost(runtime, provider);
        const client = connectAsHost(await process.line());
        await configure(client, 'token');
        const waiting = create(client, 'wait');
        await process.says('waiting');

        const [beside, lost] = await Promise.all([waiting, create(client, name)]);

        for (const { diagnostics } of [beside, lost]) {
          expect(diagnostics).toMatchObject([{ severity: 1, summary: 'Unexpected error in the provider' }]);
          expect(diagnostics[0]?.detail).toMatch(
            /^An exception that nothing caught \(TypeError\) ended every operation/,
          );
        }
        expect(decode(lost.newState?.msgpack ?? new Uint8Array(), THING)).toMatchObject({ id: 'saved' });
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

    it('a call that is cancelled cancels its handler, and no other', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { TF_LOG_PROVIDER: 'debug' } });
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      const controller = new AbortController();
      const cancelled = create(client, 'wait', null, controller.signal);
      await process.says('waiting');

      controller.abort();

      await expect(cancelled).rejects.toMatchObject({ code: status.CANCELLED });
      // The line that ends the trace of the call: its handler has ended.
      await process.says('"tf_rpc":"ApplyResourceChange"');
      expect((await create(client, 'next')).diagnostics).toEqual([]);
    });

    it('StopProvider cancels what runs, is answered at once, and the provider serves on', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const client = connectAsHost(await process.line());
      await configure(client, 'token');
      const applying = create(client, 'wait');
      await process.says('waiting');

      expect(await stop(client)).toEqual({ Error: '' });

      expect((await applying).diagnostics).toMatchObject([{ summary: 'Interrupted' }]);
      expect((await create(client, 'next')).diagnostics).toEqual([]);
    });
  });

  describe('--debug', () => {
    it('prints how to attach both Terraform and OpenTofu', async () => {
      const process = ProviderProcess.start(runtime, provider, { args: ['--debug'] });

      const config = await attachment(process);

      expect(Object.keys(config)).toEqual([
        'registry.terraform.io/coffer/coffer',
        'registry.opentofu.org/coffer/coffer',
      ]);
      for (const entry of Object.values(config)) {
        expect(entry).toEqual({
          Protocol: 'grpc',
          ProtocolVersion: 6,
          Pid: process.pid,
          Test: true,
          Addr: { Network: 'unix', String: expect.stringMatching(/\/plugin$/) },
        });
      }
    });

    it('P18: keeps the configurations of parallel connections apart, and outlives them', async () => {
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

    it.each(['SIGINT', 'SIGTERM'] as const)('ends by %s, and takes the socket away', async (signal) => {
      const process = ProviderProcess.start(runtime, provider, { args: ['--debug'] });
      const address = await socketOf(process);
      expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);

      process.kill(signal);

      expect(await process.exited).toEqual({ code: 0, signal: null });
      expect(existsSync(dirname(address))).toBe(false);
    });
  });
});

type Attachment = Record<string, { Addr: { String: string } }>;

async function attachment(process: ProviderProcess): Promise<Attachment> {
  for (;;) {
    const found = /TF_REATTACH_PROVIDERS='(.*)'/.exec(await process.line());
    if (found) return JSON.parse(found[1] ?? '') as Attachment;
  }
}

async function socketOf(process: ProviderProcess): Promise<string> {
  return Object.values(await attachment(process))[0]?.Addr.String ?? '';
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
