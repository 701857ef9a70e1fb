import { expect, onTestFinished, test } from 'vitest';
import { realEnvironment } from '../../../../../provider/client/environment';
import { Transport } from '../../../../../provider/client/http/transport';
import { startServer } from '../raw-server';
import { settingsFor, TestTime } from '../story-parts';

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
