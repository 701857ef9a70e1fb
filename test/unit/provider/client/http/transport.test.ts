import { expect, onTestFinished, test } from 'vitest';
import { realEnvironment } from '../../../../../provider/client/environment';
import { Transport } from '../../../../../provider/client/http/transport';
import { startServer } from '../raw-server';
import { failureOf, settingsFor, TestTime } from '../story-parts';

function transportTo(
  baseUrl: string,
  { variables = {}, ...more }: { variables?: object; maxConcurrentRequests?: number } = {},
) {
  const { environment, ...settings } = settingsFor(baseUrl, 'token', new TestTime());
  const options = { ...settings, origin: new URL(baseUrl), headers: {}, ...more };
  const transport = new Transport(options, { ...realEnvironment, ...environment, variables: { ...variables } });
  onTestFinished(() => transport.close());
  return transport;
}

async function start() {
  const { baseUrl, requests } = await startServer((_request, response) => response.end('[]'));
  const transport = transportTo(baseUrl);
  const exchange = (signal: AbortSignal) =>
    transport.exchange({ method: 'GET', target: '/secrets', path: '/secrets', attempt: 0, signal });
  return { requests, exchange };
}

test('a request whose signal is already aborted is not sent', async () => {
  const { requests, exchange } = await start();

  const error = await failureOf(exchange(AbortSignal.abort()));
  await exchange(new AbortController().signal);

  expect(error).toMatchObject({ name: 'CancelledError', mayHaveTakenEffect: false });
  expect(requests).toHaveLength(1);
});

test('the error of a request that the end of the provider cuts says so without a code', async () => {
  const arrived = Promise.withResolvers<void>();
  const { baseUrl } = await startServer(() => arrived.resolve());
  const transport = transportTo(baseUrl);

  const sent = failureOf(transport.exchange({ method: 'POST', target: '/secrets', path: '/secrets', attempt: 0 }));
  await arrived.promise;
  await transport.close();

  expect((await sent).message).toBe(
    `POST /secrets got no response from ${baseUrl} (the connection was closed). The provider was shut down while this ran. ` +
      'Run terraform plan to see what is left to do.',
  );
});

test('a proxy gets no more connections than requests are allowed at the same time', async () => {
  const proxy = await startServer((_request, response) => response.end('[]'));
  const variables = { HTTP_PROXY: proxy.baseUrl };
  const transport = transportTo('http://coffer.test', { variables, maxConcurrentRequests: 1 });
  let connections = 0;
  proxy.server.on('connection', () => {
    connections += 1;
  });

  const exchange = () => transport.exchange({ method: 'GET', target: '/secrets', path: '/secrets', attempt: 0 });
  await Promise.all([exchange(), exchange(), exchange()]);

  expect(proxy.requests).toHaveLength(3);
  expect(connections).toBe(1);
});
