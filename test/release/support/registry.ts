import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { createAuthority, issue } from '../../../emulator/tls/authority';
import { OWNER, REPOSITORY, VERSION } from '../../../projenrc/names';

/** Hosts of the outside world: both registries, the source repository, and a private mirror. */
const HOSTS = ['localhost', 'registry.terraform.io', 'registry.opentofu.org', 'github.com', 'mirror.example'];

const PREFIX = `${REPOSITORY}_${VERSION}_`;
const DOWNLOADS = `/${OWNER}/${REPOSITORY}/releases/download/v${VERSION}/`;
const PROVIDER = '/v1/providers/coffer/coffer';

/**
 * The outside world of a release, on this machine and over TLS: a provider registry, the files of the release at the URLs of the
 * source repository's host, and a network mirror. A proxy routes every host there, so that commands work as users type them.
 */
export class Registry implements AsyncDisposable {
  /** Requested paths, with their hosts. */
  readonly requests: string[] = [];

  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private readonly proxy: Server;

  private constructor(
    readonly release: string,
    private readonly folder: string,
    certificate: { readonly cert: string; readonly key: string },
  ) {
    this.server = createServer(certificate, (request, response) => {
      this.#serve(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
    });
    this.proxy = createProxy();
    this.proxy.on('connect', (_request, client: Socket) => this.#lead(client));
  }

  static async start(release: string): Promise<Registry> {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-registry-'));
    const authority = await createAuthority();
    await writeFile(join(folder, 'ca.pem'), authority.cert);
    const registry = new Registry(release, folder, await issue(authority, HOSTS));
    for (const server of [registry.server, registry.proxy]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    }
    return registry;
  }

  /** `localhost:PORT`, as in a source address. */
  get host(): string {
    return `localhost:${portOf(this.server)}`;
  }

  /** Variables that make a command trust this registry, and reach every host through the proxy. */
  get env(): Readonly<Record<string, string>> {
    const proxy = `http://127.0.0.1:${portOf(this.proxy)}`;
    const ca = join(this.folder, 'ca.pem');
    return { SSL_CERT_FILE: ca, CURL_CA_BUNDLE: ca, HTTPS_PROXY: proxy, https_proxy: proxy };
  }

  /** Routes every host to this machine. */
  #lead(client: Socket): void {
    const server = connect(portOf(this.server), '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.write('HTTP/1.1 200 OK\r\n\r\n');
    client.pipe(server).pipe(client);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    const path = decodeURIComponent(new URL(request.url ?? '/', 'https://localhost').pathname);
    this.requests.push(`${host}${path}`);
    const body = await this.#respond(host, path);
    if (body === undefined) response.writeHead(404).end();
    else if (typeof body === 'object')
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    else await this.#sendFile(body, response);
  }

  /** The path of a file, an object to send as JSON, or undefined if there is nothing. */
  async #respond(host: string, path: string): Promise<object | string | undefined> {
    if (path === '/.well-known/terraform.json') return { 'providers.v1': '/v1/providers/' };
    if (path === `${PROVIDER}/versions`) return { versions: [await this.#version()] };
    const [, os, arch] = new RegExp(`^${PROVIDER}/${VERSION}/download/(\\w+)/(\\w+)$`).exec(path) ?? [];
    if (os !== undefined && arch !== undefined) return this.#package(host, os, arch);
    if (path.startsWith(DOWNLOADS)) return join(this.release, path.slice(DOWNLOADS.length));
    if (path.startsWith('/terraform/'))
      return join(this.release, 'mirrors/packed', normalize(path.slice('/terraform/'.length)));
    return undefined;
  }

  async #version(): Promise<object> {
    const sums = await readFile(join(this.release, `${PREFIX}SHA256SUMS`), 'utf8');
    const platforms = [...sums.matchAll(/_([a-z]+)_([a-z\d]+)\.zip$/gm)].map(([, os, arch]) => ({ os, arch }));
    return { version: VERSION, protocols: ['6.0'], platforms };
  }

  async #package(host: string, os: string, arch: string): Promise<object> {
    const filename = `${PREFIX}${os}_${arch}.zip`;
    const sums = await readFile(join(this.release, `${PREFIX}SHA256SUMS`), 'utf8');
    const at = (name: string) => `https://${host === this.host ? host : 'github.com'}${DOWNLOADS}${name}`;
    return {
      protocols: ['6.0'],
      os,
      arch,
      filename,
      download_url: at(filename),
      shasums_url: at(`${PREFIX}SHA256SUMS`),
      shasums_signature_url: at(`${PREFIX}SHA256SUMS.sig`),
      shasum: new RegExp(`^([0-9a-f]{64})  ${filename}$`, 'm').exec(sums)?.[1] ?? '',
      signing_keys: {
        gpg_public_keys: [
          { key_id: 'of the release', ascii_armor: await readFile(join(this.release, 'signing-key.asc'), 'utf8') },
        ],
      },
    };
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) {
      response.writeHead(404).end();
      return;
    }
    const type = path.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': found.size });
    createReadStream(path).pipe(response);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    for (const server of [this.server, this.proxy]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
