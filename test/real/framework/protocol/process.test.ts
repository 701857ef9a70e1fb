import { openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { decode } from '../../../../framework/protocol/value/decode';
import { openClient } from '../../../host/framework/protocol/support/grpc';
import { create, getProviderSchema, THING } from '../../../host/framework/protocol/support/rpc';
import { temporaryFolder } from '../../../unit/support/temporary-folder';
import { bundle, RUNTIMES } from './support/bundle';
import { connectAsHost, ProviderProcess, parseHandshake, startConfigured } from './support/provider-process';

const provider = await bundle('fake-main.ts');

/** The provider as a process, on both runtimes: its start, its log, and large messages. */
describe.each(Object.entries(RUNTIMES))('on %s', (_name, runtime) => {
  describe('the start', () => {
    it('announces a socket and a certificate on the first line of stdout, even if something was printed before', async () => {
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
      await connectAsHost(line).call('/plugin.GRPCController/Shutdown');
    });

    it('serves over mutual TLS, and refuses clients without the certificate', async () => {
      const process = ProviderProcess.startByHost(runtime, provider);
      const line = await process.line();

      const schema = await getProviderSchema(connectAsHost(line));

      expect(Object.keys(schema.resourceSchemas)).toEqual(['fake_thing']);
      const { address } = parseHandshake(line);
      await expect(openClient(`unix:${address}`).call('/tfplugin6.Provider/GetProviderSchema')).rejects.toMatchObject({
        code: status.UNAVAILABLE,
      });
    });

    it('serves in plain text if the host has switched TLS off', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { PLUGIN_CLIENT_CERT: '' } });
      const line = await process.line();

      const schema = await getProviderSchema(connectAsHost(line));

      expect(parseHandshake(line).certificate).toBe('');
      expect(schema.diagnostics).toEqual([]);
    });

    it.each<[args: string[], code: number, stdout: RegExp, stderr: RegExp]>([
      [['--help'], 0, /not meant to be run by hand.*attach -- sh.*--debug.*--version/s, /^$/],
      [['-h'], 0, /not meant to be run by hand/, /^$/],
      [['--version'], 0, /^example\/fake, built without a version$/, /^$/],
      [['--verbose'], 2, /^$/, /^There is no option --verbose\..*not meant to be run by hand/s],
      [['--debug', '--port'], 2, /^$/, /^There is no option --port\./],
      [['terraform', 'plan'], 2, /^$/, /^There is no command terraform\./],
    ])('explains its arguments: %j', async (args, code, stdout, stderr) => {
      const process = ProviderProcess.start(runtime, provider, { args });

      expect(await process.output()).toMatch(stdout);
      expect(await process.exited).toEqual({ code, signal: null });
      // The fake provider prints before it serves.
      expect(process.stderr.replaceAll(/^noise by .*\n/gm, '')).toMatch(stderr);
    });

    it.each([
      ['throw', /^The provider cannot start: It is broken\.$/],
      ['exit', /^The provider cannot start: .* called process\.exit\(0\), which/],
    ])('tells the host that the code of the provider does not reach serve: %s', async (FAKE_START, told) => {
      const process = ProviderProcess.startByHost(runtime, provider, { env: { FAKE_START } });

      expect(await process.line()).toMatch(told);
      await process.exited;
    });

    it('tells the host why it cannot start', async () => {
      const process = ProviderProcess.startByHost(runtime, provider, {
        env: { PLUGIN_UNIX_SOCKET_DIR: join(temporaryFolder(), 'missing') },
      });

      const line = await process.line();

      expect(line).toMatch(/^The provider cannot start: .*missing \(ENOENT\): set TMPDIR/);
      expect((await process.exited).code).toBe(1);
    });

    it('ends with the reason if the host cannot read the handshake', async () => {
      const host = ProviderProcess.startByHost(runtime, provider, { stdout: 'ignore' });

      expect((await host.exited).code).toBe(1);
      expect(host.stderr).toContain('standard output is closed or /dev/null');
    });

    it('does not read standard input, which is for the host', async () => {
      const file = join(temporaryFolder(), 'stdin');
      writeFileSync(file, 'yes\n');
      const stdin = openSync(file, 'r');
      const process = ProviderProcess.startByHost(runtime, provider, { stdin });
      const line = await process.line();
      const client = connectAsHost(line);
      await getProviderSchema(client);
      await client.call('/plugin.GRPCController/Shutdown');
      await process.exited;

      // The provider shares the position in the file.
      const rest = Buffer.alloc(10);
      const length = readSync(stdin, rest, 0, 10, null);

      expect(rest.subarray(0, length).toString()).toBe('yes\n');
    });
  });

  describe('the log', () => {
    it('is empty unless a level is set', async () => {
      const { process, client } = await startConfigured(runtime, provider);
      await client.call('/plugin.GRPCController/Shutdown');
      await process.exited;

      // The provider's own `close` wrote the line.
      expect(process.stderr.split('\n').filter((line) => !line.startsWith('noise'))).toEqual(['left token', '']);
    });
  });

  describe('large states', () => {
    // HTTP/2 of Bun itself garbles the headers of some of these.
    it.each([
      [6, 4],
      [1, 16],
    ])('%i of %i MiB travel both ways at the same time', async (count, mebibytes) => {
      const { client } = await startConfigured(runtime, provider);
      const names = Array.from({ length: count }, (_, i) => String(i).repeat(mebibytes * 1024 * 1024));

      const created = await Promise.all(names.map((name) => create(client, name)));

      const states = created.map(
        ({ newState }) => decode(newState?.msgpack ?? new Uint8Array(), THING) as { name: string },
      );
      expect(states.every(({ name }, i) => name === names[i])).toBe(true);
    });
  });
});
