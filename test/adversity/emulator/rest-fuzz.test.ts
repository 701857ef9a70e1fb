import { request as httpRequest, METHODS } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { type Operation, routes } from '../../../contract';
import { stringifyJson } from '../../../contract/formats/json';
import { type Dialect, dialects, type Emulator } from '../../../emulator';
import { checkResponse } from '../../host/emulator/conformance';
import { base64, clientOf, startEmulator } from '../../host/emulator/support';
import { seed } from '../../support/dice';
import { fc } from '../../unit/support/property';

/** Half of the 20,000 of the full count; the data plane has the other half. */
const REQUESTS = 400;
const AT_ONCE = 16;
const LARGEST_GROWTH_BYTES = 50 * 1024 * 1024;
/** What has no response by then hangs. */
const HANGS_MS = 10_000;

interface Fuzzed {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
}

interface FuzzedResponse {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

const PERMISSIONS = { read: true, write: false, owner: false };
/** A body that is right for each operation that takes one, before it is spoilt. `$id` is one of something that exists. */
const BODIES: Partial<Record<Operation, object>> = {
  createSecret: { project_id: 'project-1', name: 'a', value: base64('x') },
  updateSecret: { id: '$id', name: 'b', value: base64('y') },
  createPullSecret: { project_id: 'project-1', server: 's', username: 'u', password: 'p' },
  updatePullSecret: { id: '$id', server: 's', username: 'u', password: 'p' },
  createBucket: { project_id: 'project-1', max_size: 5, description: 'd' },
  updateBucket: { id: '$id', max_size: 6, description: null },
  createAccessKey: { project_id: 'project-1', bucket_ids: ['$id'], permissions: PERMISSIONS },
};

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, '', 0, -0, -1, 1.5, 2 ** 53, 2n ** 63n, -(2n ** 70n), [], {}, '\0', '\ud800'],
  ),
  fc.constantFrom<unknown>('__proto__', 'constructor', '../../etc/passwd', "'; DROP TABLE secret; --", '%00', '$id'),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue(),
);

/** A body with some members left out, changed or added; or no such body at all. */
const bodyOf = (operation: Operation): fc.Arbitrary<string | Buffer | undefined> => {
  const right = BODIES[operation] ?? {};
  const spoilt = fc
    .record({
      dropped: fc.subarray(Object.keys(right)),
      changed: fc.dictionary(fc.constantFrom(...Object.keys(right), 'x'), odd, { maxKeys: 2 }),
    })
    .map(({ dropped, changed }) => {
      const kept = Object.entries(right).filter(([name]) => !dropped.includes(name));
      return stringifyJson({ ...Object.fromEntries(kept), ...changed });
    });
  const text = stringifyJson(right);
  const cut = fc.nat(text.length).map((end) => text.slice(0, end));
  const deep = fc.nat(20_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
  const bytes = fc.uint8Array({ maxLength: 200 }).map((each) => Buffer.from(each));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(text) },
    { weight: 8, arbitrary: spoilt },
    { weight: 1, arbitrary: fc.oneof(cut, deep, bytes, fc.json(), fc.constant(undefined), fc.constant('')) },
  );
};

const oddPath = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `/${encodeURI(text.toWellFormed())}`),
  fc.constantFrom(...'// /secrets// /secrets/.. /%2e%2e/secrets /s3 /s3/buckets/%00 /% /secrets/%c0%af *'.split(' ')),
  fc.constantFrom(...'/secrets?cursor=MQ /secrets?cursor=%00&cursor=2 /secrets?__proto__=1'.split(' ')),
  fc.constant(`/secrets/${'x'.repeat(5_000)}`),
);

/** The first nine times out of ten, else one of the others. */
const mostly = (first: fc.Arbitrary<string>, other: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 9, arbitrary: first }, { weight: 1, arbitrary: other });

const TYPES = ['text/plain', 'application/json; charset=x', 'a/b+json', ';', 'multipart/form-data'];

const fuzzed: fc.Arbitrary<Fuzzed> = fc.constantFrom(...(Object.keys(routes) as Operation[])).chain((operation) => {
  const { method, path } = routes[operation];
  const id = fc.oneof(fc.constant('$id'), fc.string({ maxLength: 40 }).map(encodeURIComponent));
  const tokens = fc.constantFrom('', 'Bearer', 'Basic eDp5', 'Bearer  x y', `Bearer ${'x'.repeat(4_000)}`);
  const headers = {
    authorization: mostly(fc.constant('Bearer $token'), tokens),
    'content-type': mostly(fc.constant('application/json'), fc.constantFrom(...TYPES)),
    'content-encoding': fc.constantFrom('gzip', 'identity'),
    'accept-encoding': fc.constantFrom('br', '*;q=0'),
    'x-odd': fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?')),
  };
  return fc.record({
    method: mostly(fc.constant(method), fc.constantFrom(...METHODS.filter((each) => each !== 'CONNECT'))),
    path: mostly(
      id.map((each) => path.replace('{id}', each)),
      oddPath,
    ),
    headers: fc.record(headers, { requiredKeys: ['authorization', 'content-type'] }),
    body: bodyOf(operation),
  });
});

/** One request, its placeholders filled. Rejects when it hangs. */
function send({ baseUrl }: Emulator, { method, path, headers, body }: Fuzzed): Promise<FuzzedResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    // Where a method seldom has a body, Node would send one that nothing announces: half a request more.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { hostname, port, method, path, headers: { ...headers, ...length }, timeout: HANGS_MS };
    const sent = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const contentType = response.headers['content-type'] ?? null;
        resolve({ status: response.statusCode ?? 0, contentType, text: Buffer.concat(chunks).toString() });
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`${method} ${path} hangs`)));
    sent.on('error', reject);
    sent.end(body);
  });
}

const isFailure = (status: number) => status >= 500 && status !== 501;

/** Bytes in use after everything that nobody needs is gone. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** An emulator, and the ids of all that is in it at the moment. */
async function startWithIds(dialect: Dialect, lines: string[]) {
  const emulator = await startEmulator({ dialect, log: (line) => lines.push(line) });
  const ids = () => {
    const { inspect } = emulator;
    const all = [inspect.secrets(), inspect.pullSecrets(), inspect.buckets(), inspect.accessKeys()].flat();
    return all.map(({ id }) => id);
  };
  return { emulator, ids };
}

test(`${REQUESTS} spoilt requests of seed ${seed}: no failure, no hang, no growth, and every response as documented`, {
  timeout: 60_000 + 60 * REQUESTS,
}, async () => {
  const lines: string[] = [];
  const started = await Promise.all(
    (Object.keys(dialects) as Dialect[]).map((dialect) => startWithIds(dialect, lines)),
  );
  let before: number | undefined;
  for (let done = 0; done < REQUESTS; done += AT_ONCE) {
    // The first of them load and compile what the rest uses.
    if (done >= REQUESTS / 5) before ??= bytesInUse();
    const { emulator, ids } = started[(done / AT_ONCE) % started.length] ?? fail();
    const known = ids();
    const batch = fc.sample(fuzzed, { numRuns: AT_ONCE, seed: seed + done });

    const responses = await Promise.all(
      batch.map(async (each, place) => {
        const fill = (text: string) => text.replaceAll('$id', known[(done + place) % known.length] ?? 'none');
        const path = fill(each.path);
        const body = typeof each.body === 'string' ? fill(each.body) : each.body;
        const headers = {
          ...each.headers,
          authorization: each.headers.authorization?.replace('$token', emulator.token) ?? '',
        };
        return { ...each, path, body, ...(await send(emulator, { ...each, path, headers, body })) };
      }),
    );

    for (const { method, path, body, status, contentType, text } of responses) {
      const what = `${method} ${path} with ${String(body).slice(0, 500)}, seed ${seed + done}: ${text}`;
      expect(isFailure(status), `${status} to ${what}`).toBe(false);
      const problems = checkResponse(emulator.knobs, method, path.split('?')[0] ?? '', { status, contentType, text });
      expect(problems, what).toEqual([]);
    }
  }

  expect(lines).toEqual([]);
  expect(bytesInUse() - (before ?? 0)).toBeLessThan(LARGEST_GROWTH_BYTES);
  for (const { emulator } of started) {
    const received = await clientOf(emulator, emulator.token)('POST', '/s3/buckets', {
      project_id: 'project-1',
      max_size: 1,
    });
    expect(received.json).toHaveProperty('id');
  }
});

function fail(): never {
  throw new Error('There is a dialect for every place.');
}
