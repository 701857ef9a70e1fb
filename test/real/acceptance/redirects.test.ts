import { createServer, type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { listen } from '../../unit/support/listen';
import { onOneTerraform } from './support/on-each-terraform';

const CONFIGURATION = `
  resource "coffer_secret" "s" {
    count            = 3
    name             = "s-\${count.index}"
    value_wo         = "v"
    value_wo_version = "1"
  }
  resource "coffer_bucket" "b" {
    max_size = 1000
  }
  resource "coffer_access_key" "k" {
    bucket_ids  = [coffer_bucket.b.id]
    permissions = { read = true }
  }
`;

/**
 * A gateway that redirects every path to the same one with a slash at its end, as many frameworks do, and compresses every response, asked or not.
 */
async function startGateway(emulator: Emulator) {
  const target = new URL(emulator.baseUrl);
  const calls: string[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url = '', headers } = incoming;
    const body = await bytesOf(incoming);
    const [path = '', query] = url.split('?');
    calls.push(`${method} ${path}`);
    const compressed = { 'content-encoding': 'gzip' };
    if (!path.endsWith('/')) {
      const location = `${path}/${query === undefined ? '' : `?${query}`}`;
      response.writeHead(method === 'GET' ? 301 : 308, { location, ...compressed }).end(gzipSync('moved'));
      return;
    }
    const onward = request(
      { host: target.hostname, port: target.port, method, path: path.slice(0, -1), headers },
      async (upstream) => {
        const content = await bytesOf(upstream);
        const status = upstream.statusCode ?? 500;
        const isEmpty = content.length === 0;
        response.writeHead(status, isEmpty ? {} : { 'content-type': 'application/json', ...compressed });
        response.end(isEmpty ? undefined : gzipSync(content));
      },
    );
    onward.end(body);
  });
  return { calls, baseUrl: `http://127.0.0.1:${await listen(server)}` };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

onOneTerraform('first', (terraform) => {
  it('P46: a service behind redirects and forced compression is used from apply to destroy', async () => {
    await using emulator = await Emulator.start();
    const gateway = await startGateway(emulator);
    const target = { baseUrl: gateway.baseUrl, token: emulator.token, projectId: emulator.projectId };
    await using workspace = await Workspace.create(target, { terraform });
    await workspace.write(CONFIGURATION);

    await workspace.must(['apply', '-auto-approve', '-input=false']);
    const { code } = await workspace.run(['plan', '-detailed-exitcode', '-input=false']);
    const made = [emulator.inspect.secrets(), emulator.inspect.buckets(), emulator.inspect.accessKeys()];
    await workspace.must(['destroy', '-auto-approve', '-input=false']);

    expect(code).toBe(0);
    expect(made.map(({ length }) => length)).toEqual([3, 1, 1]);
    expect(emulator.inspect.secrets()).toEqual([]);
    expect(emulator.inspect.buckets()).toEqual([]);
    for (const call of ['POST /s3/keys', 'DELETE /secrets/', 'GET /s3/buckets'])
      expect(gateway.calls.join('\n')).toContain(call);
  });
});
