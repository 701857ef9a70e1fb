import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Collection, type Stored } from './collection';
import { pageOf, type Reply } from './pages';
import { serveS3 } from './s3';

/**
 * A second reading of the interface, written from its text alone and as unlike the emulator as the text allows. It shares no code
 * with the emulator or the provider.
 *
 * - Every path redirects to the same path with a slash at its end, by 307 or 308, and by 301 for GET.
 * - The id of a secret is the whole response; that of a pull secret has the name by which apps refer to it. Ids hold `/`, `+` and `=`.
 * - A create is 202, an update is a bare text, and a delete is 202 and lingers: the object is listed as "deleting" for a while, and its
 *   name is taken as long.
 * - Each collection has paging of its own, two records a page.
 * - Every response is compressed, whatever the client accepts. Errors are problem documents.
 * - Buckets get their alias and endpoint two lists after they were made; an update is listed one list later. `bucket_ids` come back in
 *   another order, a missing description as `""`, timestamps in microseconds.
 * - S3 knows an access key only at its second request.
 */
export class SecondReading implements AsyncDisposable {
  readonly token = `token-${randomUUID()}`;
  readonly projectId = 'team/blue';
  readonly secrets = new Collection('sec/+=');
  readonly pullSecrets = new Collection('pull/+=');
  readonly buckets = new Collection('bkt/+=');
  readonly keys = new Collection('key/+=');
  /** Method and path of every request that was not redirected. */
  readonly served: string[] = [];
  readonly heardOf = new Set<string>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #s3 = createServer((request, response) => serveS3(this, request, response));

  static async start(): Promise<SecondReading> {
    const service = new SecondReading();
    for (const server of [service.#server, service.#s3]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/cloud/v7`;
  }

  get s3Host(): string {
    return `127.0.0.1:${(this.#s3.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const server of [this.#server, this.#s3]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [path = '', query = ''] = url.split('?');
    if (!path.endsWith('/')) {
      const status = method === 'GET' ? 301 : method === 'POST' ? 307 : 308;
      response.writeHead(status, { location: `${path}/${query && `?${query}`}` }).end();
      return;
    }
    const { status, json, headers } = this.#respond(request, new URLSearchParams(query), Buffer.concat(chunks));
    const type = `application/${status < 400 ? 'hal' : 'problem'}+json; charset=utf-8`;
    response.writeHead(status, { 'content-type': type, 'content-encoding': 'gzip', ...headers });
    response.end(gzipSync(JSON.stringify(json)));
  }

  #respond({ method = '', url = '', headers }: IncomingMessage, query: URLSearchParams, body: Buffer): Reply {
    const route = (url.split('?')[0] ?? '').replace(/^\/cloud\/v7/, '').slice(0, -1);
    this.served.push(`${method} ${route}`);
    try {
      if (headers.authorization !== `Bearer ${this.token}`) throw new Refusal(401, 'who are you?');
      return this.#serve(method, route, query, JSON.parse(body.toString('utf8') || '{}') as Fields);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message } = error;
      return { status, json: { type: 'about:blank', title: 'Not possible', status, detail: message } };
    }
  }

  #serve(method: string, route: string, query: URLSearchParams, body: Fields): Reply {
    const listed = this.#listed(route);
    if (method === 'GET' && listed) return pageOf(route, listed, query);
    if (method === 'DELETE') return this.#delete(route);
    switch (`${method} ${route}`) {
      case 'POST /secrets':
        return { status: 202, json: this.#createSecret(body) };
      case 'PUT /secrets':
        return { status: 200, json: this.#updateSecret(body) };
      case 'POST /secrets/pull':
        return {
          status: 202,
          json: { accepted: { pullSecretId: this.pullSecrets.add(this.#owned(body)) }, links: [] },
        };
      case 'POST /s3/buckets':
        return { status: 202, json: { id: this.#createBucket(body) } };
      case 'PUT /s3/buckets':
        return { status: 200, json: this.#updateBucket(body) };
      case 'POST /s3/keys':
        return { status: 202, json: this.#createKey(body) };
    }
    throw new Refusal(405, `${method} ${route} is not part of this service`);
  }

  #listed(route = ''): Collection | undefined {
    return { '/secrets': this.secrets, '/s3/buckets': this.buckets, '/s3/keys': this.keys }[route];
  }

  #owned(body: Fields): Fields {
    if (body.project_id !== this.projectId) throw new Refusal(422, 'no such project');
    return body;
  }

  #createSecret(body: Fields): string {
    this.#refuseTaken(this.#owned(body).name);
    return this.secrets.add({ name: body.name }, { value: body.value });
  }

  #updateSecret({ id, name, value }: Fields): string {
    const secret = this.secrets.get(String(id)) ?? missing('secret');
    this.#refuseTaken(name, secret);
    Object.assign(secret.shown, { name });
    secret.hidden = { value };
    return 'ok';
  }

  /** A name is taken for as long as its secret is listed, also while that is being deleted. */
  #refuseTaken(name: unknown, self?: Stored): void {
    const holder = [...this.secrets.all()].find((one) => one.shown.name === name && one !== self);
    if (holder) throw new Refusal(409, `the name is in use (${String(holder.shown.status)})`);
  }

  #createBucket(body: Fields): string {
    const { project_id, max_size, description = '' } = this.#owned(body);
    const made = Date.now() * 1000;
    const id = this.buckets.add({ project_id, max_size, description, created_at: made, updated_at: made });
    const bucket = this.buckets.get(id) as Stored;
    this.buckets.afterLists(2, () =>
      Object.assign(bucket.shown, { alias: `b-${randomUUID().slice(0, 8)}`, endpoint: `http://${this.s3Host}` }),
    );
    return id;
  }

  #updateBucket({ id, ...changes }: Fields): string {
    const bucket = this.buckets.get(String(id)) ?? missing('bucket');
    this.buckets.afterLists(1, () => Object.assign(bucket.shown, changes, { updated_at: Date.now() * 1000 }));
    return 'queued';
  }

  #createKey(body: Fields) {
    const { project_id, bucket_ids, permissions } = this.#owned(body);
    const ids = bucket_ids as string[];
    for (const id of ids) if (!this.buckets.get(id)) missing('bucket');
    const shown = {
      project_id,
      access_key_id: `AK${randomUUID().replaceAll('-', '')}`,
      bucket_ids: [...ids].reverse(),
      permissions,
      endpoint: this.s3Host,
    };
    const secret = randomUUID();
    const id = this.keys.add(shown, { value: secret });
    return { ...shown, id, secret_access_key: secret };
  }

  #delete(route: string): Reply {
    const [, collection, id = ''] = /^(\/secrets|\/s3\/buckets|\/s3\/keys)\/([^/]+)$/.exec(route) ?? [];
    const from = this.#listed(collection);
    if (!from?.get(decodeURIComponent(id))) throw new Refusal(410, 'it is gone, or was never there');
    from.remove(decodeURIComponent(id));
    return { status: 202, json: { status: 'deleting' } };
  }
}

type Fields = Record<string, unknown>;

/** Why a request is not carried out. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const missing = (what: string): never => {
  throw new Refusal(404, `no such ${what}`);
};
