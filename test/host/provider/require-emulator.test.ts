import { expect, test } from 'vitest';
import { Emulator } from '../../../emulator';
import { ProviderHost } from '../../../framework/testing';
import { provider } from '../../../provider/provider';
import { Host } from '../../support/host';
import { startServer } from '../../unit/provider/client/raw-server';

type Answer = Parameters<typeof startServer>[0];

const TOKEN = 'canary-of-production';

/** What becomes of a provider block that may only talk to an emulator: the errors, and what the server received. */
async function configure(answer: Answer, variables = {}) {
  const { baseUrl, requests } = await startServer(answer);
  const given = { COFFER_BASE_URL: baseUrl, COFFER_PROJECT_ID: 'p', COFFER_TOKEN: TOKEN, COFFER_RETRY_WAIT_MAX: '1ms' };
  const settings = { COFFER_RETRY_WAIT_MIN: '1ms', COFFER_REQUIRE_EMULATOR: '1', ...variables };
  const started = await ProviderHost.start(provider, { variables: { ...given, ...settings } }).catch((error) => error);
  const errors = started instanceof Error ? started.cause : [];
  return { baseUrl, requests, errors };
}

test.each<[string, Answer, string]>([
  ['a status 404', (_request, response) => response.writeHead(404).end('[]'), 'status 404'],
  ['a page for every path', (_request, response) => response.end('<html>coffer-emulator</html>'), 'status 200 without'],
  ['another product', (_request, response) => response.end('{"product":"gateway"}'), 'status 200 without'],
  ['a redirect', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end(), 'status 307'],
  ['a refusal', (_request, response) => response.writeHead(401).end(), 'status 401'],
])(
  'D2: a server that responds with %s receives one question without the token, and nothing else',
  async (_what, answer, said) => {
    const { baseUrl, requests, errors } = await configure(answer);

    expect(errors).toEqual([
      {
        severity: 'error',
        summary: `"${baseUrl}" is not an emulator`,
        detail: expect.stringContaining(said),
        path: [{ attribute: 'base_url' }],
      },
    ]);
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /_emulator/health']);
    expect(JSON.stringify(requests.map(({ headers }) => headers))).not.toContain(TOKEN);
  },
);

test('D2: a server that repeats what it is sent is no emulator', async () => {
  const { errors } = await configure(({ url, headers }, response) =>
    response.end(JSON.stringify({ ...headers, url, product: headers['user-agent'] })),
  );

  expect(errors).toHaveLength(1);
});

test('D2: an emulator that is not ready yet is asked again', async () => {
  let asked = 0;
  const { errors, requests } = await configure((_request, response) => {
    asked += 1;
    if (asked < 3) response.writeHead(503).end();
    else response.end('{"status":"ok","product":"coffer-emulator","version":"9"}');
  });

  expect(errors).toEqual([]);
  expect(requests).toHaveLength(3);
});

test('D2: an emulator passes, and does its work', async () => {
  await using emulator = await Emulator.start();
  const host = await Host.start(emulator, { variables: { COFFER_REQUIRE_EMULATOR: 'true' } });

  expect(await host.data('coffer_buckets', {})).toMatchObject({ state: { buckets: [] } });
  await host.shutDown();
});

test.each(['0', 'false', ''])('D2: %j asks nothing', async (COFFER_REQUIRE_EMULATOR) => {
  const { errors, requests } = await configure((_request, response) => response.end('[]'), { COFFER_REQUIRE_EMULATOR });

  expect(errors).toEqual([]);
  expect(requests).toEqual([]);
});

test('D2: a value that says neither yes nor no is an error', async () => {
  const variables = { COFFER_REQUIRE_EMULATOR: 'yes' };
  const { errors, requests } = await configure((_request, response) => response.end('[]'), variables);

  expect(errors).toMatchObject([{ summary: 'Invalid COFFER_REQUIRE_EMULATOR' }]);
  expect(requests).toEqual([]);
});
