import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Client, type ClientSettings, TokenFile, TokenProblem, type TokenSource } from '../../../../../provider/client';
import { expiryOf, parseToken, type Token } from '../../../../../provider/client/tokens/token';
import { Tokens } from '../../../../../provider/client/tokens/token-renewal';
import { type Arrived, startServer } from '../../../../unit/provider/client/raw-server';
import { temporaryFolder } from '../../../../unit/support/temporary-folder';
import { failureOf, settingsFor, TestTime } from '../fixture';

const START = Date.UTC(2026, 0, 1);

/** A JWT that expires this many seconds after `START`. Nothing checks its signature. */
function jwt(seconds: number, mark = 'a'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: START / 1000 + seconds, mark })}.signature`;
}

/** A source that returns these tokens in order and repeats the last one. Throws problems. */
function sourceOf(...given: (string | TokenProblem)[]) {
  const source = {
    setting: 'token_file',
    againMs: 200,
    asked: 0,
    async fetch(): Promise<Token> {
      const next = given[Math.min(source.asked, given.length - 1)] ?? '';
      source.asked += 1;
      await new Promise((resolve) => setImmediate(resolve));
      if (next instanceof TokenProblem) throw next;
      return { text: next, expiresAtMs: expiryOf(next) };
    },
  };
  return source satisfies TokenSource;
}

/** A service that accepts only some tokens, and a client of it. */
async function serve(
  accepted: readonly string[],
  token: string | TokenSource,
  settings: Partial<ClientSettings> = {},
  refusal = 401,
) {
  const takes = new Set(accepted);
  const bearer = ({ headers }: Arrived) => headers.authorization?.replace(/^Bearer /, '') ?? '';
  const { baseUrl, requests } = await startServer((request, response) => {
    const isTaken = takes.has(bearer(request));
    const made = JSON.stringify({ id: 'i', project_id: 'p', name: 'n' });
    response.writeHead(isTaken ? (request.method === 'POST' ? 201 : 200) : refusal);
    response.end(isTaken ? (request.method === 'POST' ? made : '[]') : `no entry with ${bearer(request)}`);
  });
  const time = new TestTime();
  const client = new Client({ ...settingsFor(baseUrl, '', time), token, ...settings });
  onTestFinished(() => client.close());
  return { client, time, takes, sent: () => requests.map(bearer), requests };
}

/** A folder that is removed with the test. */
function folder(): string {
  const made = temporaryFolder();
  return made;
}

describe('P47: a 403', () => {
  test('of 50 concurrent requests calls the source once, without a wait, and all succeed with its new token', async () => {
    const source = sourceOf('old', 'new');
    const { client, time } = await serve(['new'], source, {}, 403);
    await client.ready();
    const beganMs = time.now();

    await Promise.all(Array.from({ length: 50 }, (_, n) => client.secrets.deleteIfExists(`s-${n}`)));

    expect([source.asked, time.now() - beganMs]).toEqual([2, 0]);
  });

  test('is repeated once, however many tokens the source has', async () => {
    const { client, sent } = await serve([], sourceOf('a', 'b', 'c', 'd'), {}, 403);

    expect((await failureOf(client.secrets.list())).message).toContain('returned 403');
    expect(sent()).toEqual(['a', 'b']);
  });
});

describe('a 401', () => {
  test('of 50 concurrent requests calls the source once, and all succeed with its new token', async () => {
    const source = sourceOf('old', 'new');
    const { client, sent } = await serve(['new'], source, { maxConcurrentRequests: 50 });
    await client.ready();

    const deletions = Array.from({ length: 50 }, (_, i) => client.secrets.deleteIfExists(`s${i}`));
    await Promise.all(deletions.map((one) => one.catch(() => undefined)));

    expect(source.asked).toBe(2);
    expect(sent().filter((token) => token === 'new').length).toBeGreaterThanOrEqual(50);
  });

  test('for a token that was fetched since the source gave the same one calls it again', async () => {
    const time = new TestTime();
    const old = jwt(16);
    const tokens = new Tokens(sourceOf(...Array.from({ length: 9 }, () => old), 'new', 'newer'), time);
    await tokens.current();
    await tokens.renewalAfter(401, old, false);
    const unchanged = await tokens.renewalAfter(401, old, false);
    time.advance(9_000);
    const fetched = await tokens.current();

    expect(unchanged).toEqual({ isOther: false, reason: expect.stringContaining('gave the same token') });
    expect(fetched).toBe('new');
    expect(await tokens.renewalAfter(401, 'new', false)).toEqual({ isOther: true });
    expect(await tokens.current()).toBe('newer');
  });

  test('is final with an unchanged token, for which the source is called once in ten seconds', async () => {
    const source = sourceOf('canary-old');
    const { client, time, sent } = await serve([], source);

    const messages: string[] = [];
    for (let i = 0; i < 5; i += 1) messages.push((await failureOf(client.secrets.list())).message);

    expect(source.asked).toBe(9);
    expect(sent()).toHaveLength(6);
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toBe(
      'GET /secrets returned 401: no entry with [redacted]. token_file was asked again for 5 seconds and gave the same token. ' +
        'Check that it is for this service and has not expired.',
    );
    time.advance(10_001);
    await failureOf(client.secrets.list());
    expect(source.asked).toBe(17);
  });

  test('P47: of a file that is renewed 0.3 seconds after the service has switched fails none of 64 creates', async () => {
    const file = join(folder(), 'token');
    writeFileSync(file, 'canary-old');
    let accepted = 'canary-old';
    let switchedMs = Number.POSITIVE_INFINITY;
    const rejected: string[] = [];
    const made: string[] = [];
    const { baseUrl } = await startServer(({ method, headers, body }, response) => {
      if (headers.authorization !== `Bearer ${accepted}`) {
        rejected.push(method);
        return response.writeHead(401).end();
      }
      if (method === 'GET') return response.end('[]');
      made.push(JSON.parse(body).name);
      if (made.length === 20) {
        accepted = 'canary-new';
        switchedMs = time.now();
      }
      return response.writeHead(201).end(JSON.stringify({ id: `i-${made.length}` }));
    });
    const time = new TestTime(() => {
      if (time.now() >= switchedMs + 300) writeFileSync(file, 'canary-new');
    });
    const token = new TokenFile('token_file', file, time);
    const client = new Client({ ...settingsFor(baseUrl, '', time), token });
    onTestFinished(() => client.close());
    const names = Array.from({ length: 64 }, (_, i) => `n${i}`);

    await Promise.all(names.map((name) => client.secrets.create({ projectId: 'p', name, value: Buffer.from('v') })));

    expect(made.sort()).toEqual(names.sort());
    // Whoever had not sent yet waited: no more than were on their way were rejected.
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected.length).toBeLessThanOrEqual(16);
  });

  test('P47: for a token that the service accepts only later is not final', async () => {
    const time = new TestTime(() => served.takes.add('early'));
    const { environment } = settingsFor('http://unused', '', time);
    const served = await serve([], sourceOf('early'), { environment });

    expect(await served.client.secrets.list()).toEqual([]);
    expect(served.sent()).toEqual(['early', 'early']);
  });

  test('P47: waits for a source that fails for a moment', async () => {
    const { client } = await serve(['new'], sourceOf('old', new TokenProblem('is being written'), 'old', 'new'));

    expect(await client.secrets.list()).toEqual([]);
  });

  test('P36: of a create is retried with a new Idempotency-Key', async () => {
    const { baseUrl, requests } = await startServer(({ method, headers }, response) => {
      const isRefused = method === 'POST' && headers.authorization === 'Bearer old';
      response.writeHead(isRefused ? 401 : method === 'POST' ? 201 : 200);
      response.end(method === 'POST' ? '{"id":"i","project_id":"p","name":"n"}' : '[]');
    });
    const client = new Client({ ...settingsFor(baseUrl, '', new TestTime()), token: sourceOf('old', 'new') });
    onTestFinished(() => client.close());

    const made = await client.secrets.create({ projectId: 'p', name: 'n', value: Buffer.from('v') });

    const posts = requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers);
    expect(made.id).toBe('i');
    expect(posts.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(posts[0]?.['idempotency-key']).not.toBe(posts[1]?.['idempotency-key']);
  });
});

describe('a JWT', () => {
  test.each([
    [3600, 3540],
    [120, 90],
    [4, 3],
  ])('of %i seconds is replaced after %i', async (seconds, after) => {
    const time = new TestTime();
    const source = sourceOf(jwt(seconds), jwt(seconds * 2, 'b'));
    const tokens = new Tokens(source, time);
    const first = await tokens.current();

    time.advance(after * 1000 - 1);
    expect(await tokens.current()).toBe(first);
    time.advance(1);
    expect(await tokens.current()).not.toBe(first);
    expect(source.asked).toBe(2);
  });

  test('that has expired by our clock is sent, because the clock may be wrong, and requested again after ten seconds', async () => {
    const ended = jwt(-300);
    const source = sourceOf(ended, ended, jwt(3600));
    const { client, time, sent } = await serve([ended], source);

    for (const list of [client.secrets, client.buckets, client.accessKeys]) await list.list();
    expect(sent()).toEqual([ended, ended, ended]);
    expect(source.asked).toBe(1);
    time.advance(31_000);
    await client.secrets.list();
    expect(source.asked).toBe(2);
  });

  test.each(['', 'opaque', 'a.b', 'a.b.c', `a.${Buffer.from('null').toString('base64url')}.c`, 'a.eyJleHAiOiJ4In0.c'])(
    'is not %j',
    (text) => expect(expiryOf(text)).toBeUndefined(),
  );
});

describe('a file', () => {
  test.each([
    ['canary\n', 'canary'],
    ['\uFEFFcanary\r\n', 'canary'],
  ])('%j contains the token %j', (text, expected) => {
    expect(parseToken(Buffer.from(text), 'It').text).toBe(expected);
  });

  test.each<[string, Buffer | string, string]>([
    ['nothing', '', 'contains no token: it is empty'],
    ['two lines', 'canary\ncanary\n', 'contains more than one line'],
    ['a space', 'Bearer canary', 'contains a space'],
    ['a letter that no header has', 'canaryü', 'another character that no token contains'],
    ['quotation marks', '"canary"', 'contains a quotation mark or a bracket before the token'],
    ['UTF-16', Buffer.from('\uFEFFcanary', 'utf16le'), 'perhaps in UTF-16'],
    ['too much', 'canary'.repeat(20_000), 'contains more than 64 KiB'],
  ])('with %s is refused, and not quoted', (_what, content, expected) => {
    const parse = () => parseToken(Buffer.from(content), 'It');

    expect(parse).toThrow(expected);
    expect(parse).not.toThrow(/canary/);
  });

  test('that is missing or no file is named', async () => {
    const time = new TestTime();

    const missing = new TokenFile('token_file', '/nowhere/token', time).fetch();
    await expect(missing).rejects.toThrow('The file "/nowhere/token" of token_file cannot be read (ENOENT)');
    const noFile = new TokenFile('token_file', folder(), time).fetch();
    await expect(noFile).rejects.toThrow('cannot be read (it is not a regular file)');
    expect(time.slept).toEqual([]);
  });

  test('that is being replaced is read again', async () => {
    const file = join(folder(), 'token');
    writeFileSync(file, 'one\n');
    let step = 0;
    // The file is emptied first; while the provider waits, it is removed and then replaced.
    const time = new TestTime(() => {
      step += 1;
      if (step === 1) rmSync(file);
      if (step === 2) {
        writeFileSync(`${file}.new`, 'two\n');
        renameSync(`${file}.new`, file);
      }
    });
    const source = new TokenFile('token_file', file, time);
    expect((await source.fetch()).text).toBe('one');

    writeFileSync(file, '');

    expect((await source.fetch()).text).toBe('two');
    expect(time.slept).toHaveLength(2);
    writeFileSync(file, '');
    await expect(source.fetch()).rejects.toThrow('contains no token: it is empty');
    expect(time.slept).toHaveLength(6);
  });
});
