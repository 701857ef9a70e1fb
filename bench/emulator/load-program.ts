/** The load generator, a process of its own: takes a `Load` as JSON argument, prints `Rates`. An answer that is no success ends it. */
import { type Dispatcher, Pool } from 'undici';
import { type Load, type Rates, REQUEST_KINDS } from './messages';

/** Secrets that exist while it runs, and so the length of the list. */
const STORED = 20;

const load = JSON.parse(process.argv[2] ?? '') as Load;
const pool = new Pool(load.baseUrl, { connections: load.connections, pipelining: 1 });
const headers = { authorization: `Bearer ${load.token}`, 'content-type': 'application/json' };
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
  for (const kind of REQUEST_KINDS) await ratePerSecond(kinds[kind], Math.ceil(load.requests / REQUEST_KINDS.length));
  const rates: Partial<Record<(typeof REQUEST_KINDS)[number], number>> = {};
  for (const kind of REQUEST_KINDS) rates[kind] = await ratePerSecond(kinds[kind], load.requests);
  await pool.close();
  process.stdout.write(`${JSON.stringify(rates satisfies Partial<Rates>)}\n`);
}

/** @param act makes one or more requests, one after the other, and tells how many */
async function ratePerSecond(act: (index: number) => Promise<number>, requests: number): Promise<number> {
  let [begun, made] = [0, 0];
  const worker = async () => {
    while (made < requests) {
      begun += 1;
      const more = await act(begun);
      made += more;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: load.connections }, worker));
  return (made * 1000) / (performance.now() - began);
}

async function create(name: string): Promise<string> {
  const record = await call('POST', '/secrets', { project_id: load.projectId, name, value });
  return (JSON.parse(record) as { id: string }).id;
}

/** Through a handler of its own: undici's `request` costs more than the answer, and the load shares the cores with the server. */
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
    pool.dispatch({ method, path, headers, body: body === undefined ? null : JSON.stringify(body) }, handler);
  });
}
