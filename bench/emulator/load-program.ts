/** The load generator, in a separate process. Is told a `Load`; prints `Results`. An error response ends it. */
import { type Dispatcher, Pool } from 'undici';
import { cpuMs } from '../../scripts/support/process-figures';
import { told } from '../support/program-message';
import type { Target } from '../support/server';

export interface Load extends Target {
  /** Process of the server, whose CPU time is measured. */
  readonly pid: number;
  readonly connections: number;
  /** Number of requests, of all kinds together; a third of them runs before, as a warm-up. */
  readonly requests: number;
}

export interface Taken {
  readonly perSecond: number;
  /** CPU time of the server per request; null where there is no `/proc`. */
  readonly cpuMs: number | null;
}

/** Cost of the requests, by their name. */
export type Results = Readonly<Record<string, Taken>>;

/** Number of secrets that exist while it runs, and therefore the length of the list. */
const STORED = 20;

const load = told<Load>();
const pool = new Pool(load.baseUrl, { connections: load.connections, pipelining: 1 });
const headers = { authorization: `Bearer ${load.token}` };
// Fastify refuses an empty body of that type.
const headersWithBody = { ...headers, 'content-type': 'application/json' };
const value = Buffer.from('a value of the usual length').toString('base64');
const ids: string[] = [];

/** Each sends requests, one after the other, and returns their number. */
const KINDS: Readonly<Record<string, (index: number) => Promise<number>>> = {
  [`GET /secrets, ${STORED} of them`]: async () => {
    await call('GET', '/secrets');
    return 1;
  },
  'PUT /secrets': async (index) => {
    const at = index % STORED;
    await call('PUT', '/secrets', { id: ids[at], name: `stored-${at}`, value });
    return 1;
  },
  'POST /secrets, DELETE /secrets/{id}': async (index) => {
    await call('DELETE', `/secrets/${await create(`passing-${index}`)}`);
    return 2;
  },
};

void main();

async function main(): Promise<void> {
  for (let index = 0; index < STORED; index += 1) ids.push(await create(`stored-${index}`));
  const acts = Object.entries(KINDS);
  const requests = Math.ceil(load.requests / acts.length);
  for (const [, act] of acts) await measure(act, Math.ceil(requests / acts.length));
  const results: Record<string, Taken> = {};
  for (const [kind, act] of acts) results[kind] = await measure(act, requests);
  await pool.close();
  process.stdout.write(`${JSON.stringify(results satisfies Results)}\n`);
}

async function measure(act: (index: number) => Promise<number>, requests: number): Promise<Taken> {
  let [begun, made] = [0, 0];
  const worker = async () => {
    while (made < requests) {
      begun += 1;
      const more = await act(begun);
      made += more;
    }
  };
  const before = cpuMs(load.pid);
  const began = performance.now();
  await Promise.all(Array.from({ length: load.connections }, worker));
  const tookMs = performance.now() - began;
  return { perSecond: (made * 1000) / tookMs, cpuMs: (cpuMs(load.pid) - before) / made };
}

async function create(name: string): Promise<string> {
  const record = await call('POST', '/secrets', { project_id: load.projectId, name, value });
  return (JSON.parse(record) as { id: string }).id;
}

/** Sends a request with its own handler: undici's `request` costs more than the response, and the load shares the cores with the server. */
function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    let [status, text] = [0, ''];
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode) => {
        status = statusCode;
      },
      onResponseData: (_, chunk) => {
        text += chunk.toString('utf8');
      },
      onResponseEnd: () => {
        if (status < 300) resolve(text);
        else reject(new Error(`${method} ${path} answered ${status}: ${text}`));
      },
      onResponseError: (_, error) => reject(error),
    };
    if (body === undefined) pool.dispatch({ method, path, headers, body: null }, handler);
    else pool.dispatch({ method, path, headers: headersWithBody, body: JSON.stringify(body) }, handler);
  });
}
