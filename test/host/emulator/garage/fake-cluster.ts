import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type Json, parseJson, stringifyJson } from '../../../../contract/formats/json';
import { type Call, FakeError, type FakeStep, responses } from './fake-operations';
import { FakeTables } from './fake-tables';

/**
 * What goes wrong with one call.
 *
 * - `lost-before`: the connection is cut, nothing happened; `lost-after`: it is cut when all has happened.
 * - `403`: the scope of the token is too small, nothing happened.
 * - `500`: nothing happened; `503-after-effect`: all happened, the outcome is said to be unknown.
 * - `half`: 503 after the first of several writes; the same as `503-after-effect` for a call that is one write.
 * - `hold-after`: no response ever, all happened.
 * - `timeout`: no response ever, nothing happened; `late`: no response, it happens at {@link FakeCluster.arriveLate}.
 */
export type FakeFailure =
  | `${'lost' | 'hold'}-after`
  | 'lost-before'
  | '403'
  | '500'
  | '503-after-effect'
  | 'half'
  | 'timeout'
  | 'late';

/**
 * A Garage of one node without disks: its admin API with the tables, the tombstones and the order of writes of the real one. What
 * is here was compared with it: `admin-api.test.ts` asks the same of both.
 */
export class FakeCluster {
  readonly tables = new FakeTables();
  /** Operations in the order in which they arrived. */
  readonly calls: string[] = [];
  /** Told of each operation once it has happened, before anybody hears of that. */
  onCall: ((operation: string) => void) | undefined;
  /** Whether no call gets a response, and none happens. */
  isSilent = false;
  readonly #failures: { operation: string; how: FakeFailure }[] = [];
  readonly #late: (() => void)[] = [];
  readonly #app: FastifyInstance;

  private constructor(
    readonly token: string,
    app: FastifyInstance,
  ) {
    this.#app = app;
  }

  static async start(options: { readonly token?: string; readonly port?: number } = {}): Promise<FakeCluster> {
    const app = Fastify({ forceCloseConnections: true });
    const cluster = new FakeCluster(options.token ?? randomBytes(16).toString('hex'), app);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.all('/*', (request, reply) => cluster.#serve(request, reply));
    await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
    return cluster;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#app.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await this.#app.close();
  }

  /** Breaks the next call of this operation that no earlier failure breaks. */
  failNext(operation: string, how: FakeFailure): void {
    this.#failures.push({ operation, how });
  }

  /** Lets all calls that were held back happen now; their responses go nowhere. */
  arriveLate(): void {
    for (const happen of this.#late.splice(0)) happen();
  }

  /** What there is, for a comparison with our database: sorted, without what was deleted. */
  state = () => this.tables.state();

  #serve(request: FastifyRequest, reply: FastifyReply): void {
    const { pathname: path } = new URL(request.url, 'http://fake');
    const operation = path.replace('/v2/', '');
    this.calls.push(operation);
    if (this.isSilent) {
      reply.hijack();
      return;
    }
    const at = this.#failures.findIndex((failure) => failure.operation === operation);
    const how = at < 0 ? undefined : this.#failures.splice(at, 1)[0]?.how;
    const run = (steps = Number.POSITIVE_INFINITY) => {
      try {
        const call = this.#toCall(request);
        return { status: 200, body: runSteps(responses(this.tables, call), steps) };
      } catch (error) {
        if (!(error instanceof FakeError)) throw error;
        return failed(error.status, error.code, error.message, path);
      }
    };
    const failure = (status: number, code: string, message: string) => send(reply, failed(status, code, message, path));
    if (how === undefined) send(reply, run());
    else if (how === '403') failure(403, 'AccessDenied', 'Forbidden: Invalid bearer token');
    else if (how === '500') failure(500, 'InternalError', 'Internal error: made by the test');
    else if (how === '503-after-effect' || how === 'half') {
      const done = run(how === 'half' ? 1 : undefined);
      // What is refused is refused before the first write.
      if (done.status !== 200) send(reply, done);
      else failure(503, 'ServiceUnavailable', 'Could not reach quorum of 2. made by the test');
    } else {
      reply.hijack();
      if (how === 'lost-after' || how === 'hold-after') run();
      if (how === 'late') this.#late.push(() => run());
      if (how.startsWith('lost')) reply.raw.destroy();
    }
    this.onCall?.(operation);
  }

  /** In Garage's order: the route, the body, the token. */
  #toCall({ url, method, body, headers }: FastifyRequest): Call {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    const route = `${method} ${pathname}`;
    const query = Object.fromEntries(searchParams);
    const call = { route, query, body: toJson(route, body as string | undefined) };
    if (headers.authorization === `Bearer ${this.token}`) return call;
    throw new FakeError(403, 'AccessDenied', 'Forbidden: Invalid bearer token');
  }
}

function toJson(route: string, body: string | undefined): Json {
  if (!route.startsWith('POST') || route.includes('Delete')) return null;
  try {
    return parseJson(body ?? '');
  } catch {
    throw new FakeError(400, 'InvalidRequest', 'Bad request: Invalid JSON: made by the fake');
  }
}

/** Each step is one write; stops after so many of them, as a node does that is killed. */
function runSteps(steps: FakeStep, limit: number): Json {
  for (let done = 0; ; done++) {
    if (done === limit) return null;
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function failed(status: number, code: string, message: string, path: string) {
  return { status, body: { code, message, region: 'us-east-1', path } };
}

function send(reply: FastifyReply, response: { readonly status: number; readonly body: Json }): void {
  void reply.code(response.status).type('application/json').send(stringifyJson(response.body));
}
