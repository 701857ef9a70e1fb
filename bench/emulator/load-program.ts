/** The load generator, in a separate process. Takes a `Load` as JSON argument; prints `Results`. An error response ends it. */
import { type Dispatcher, Pool } from 'undici';
import { cpuMs } from '../support/cpu';
import { type Load, REQUEST_KINDS, type Results, type Taken } from './messages';

/** Number of secrets that exist while it runs, and therefore the length of the list. */
const STORED = 20;

const load = JSON.parse(process.argv[2] ?? '') as Load;
const pool = new Pool(load.baseUrl, { connections: load.connections, pipelining: 1 });
const headers = { authorization: `Bearer ${load.token}` };
// Fastify refuses an empty body of that type.
const headersWithBody = { ...headers, 'content-type': 'application/json' };
const value = Buffer.from('a value of the usual length').toString('base64');

void main();

async function main(): Promise<void> {
  const ids: string[] = [];
  for (let index = 0; index < STORED; index += 1) ids.push(await create(`stored-${index}`));
  const kinds: Record<(typeof REQUEST_KINDS)[number], (index: number) => Promise<number>> = {
    list: async () => {
      await call('GET', '/secrets');
      return 1;
    },
    update: async (index) => {
      const at = index % STORED;
      await call('PUT', '/secrets', { id: ids[at], name: `stored-${at}`, value });
      return 1;
    },
    'create and delete': async (index) => {
      await call('DELETE', `/secrets/${await create(`passing-${index}`)}`);
      return 2;
    },
  };
  for (const kind of REQUEST_KINDS) await measure(kinds[kind], Math.ceil(load.requests / REQUEST_KINDS.length));
  const results: Partial<Record<(typeof REQUEST_KINDS)[number], Taken>> = {};
  for (const kind of REQUEST_KINDS) results[kind] = await measure(kinds[kind], load.requests);
  await pool.close();
  process.stdout.write(`${JSON.stringify(results satisfies Partial<Results>)}\n`);
}

/** @param act sends one or more requests, one after the other, and returns their number */
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
  const after = cpuMs(load.pid);
  return {
    perSecond: (made * 1000) / tookMs,
    cpuMs: before === undefined || after === undefined ? undefined : (after - before) / made,
  };
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
