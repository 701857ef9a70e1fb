import { expect, test } from 'vitest';
import { proxyFor } from '../../../../../provider/client/http/proxy';

const PROXY = 'http://proxy.test:3128';

test.each([
  ['https://api.test/', {}, undefined],
  ['https://api.test/', { HTTPS_PROXY: '' }, undefined],
  ['https://api.test/', { HTTP_PROXY: PROXY }, undefined],
  ['https://api.test/', { HTTPS_PROXY: PROXY }, `${PROXY}/`],
  ['https://api.test/', { https_proxy: PROXY }, `${PROXY}/`],
  ['https://api.test/', { HTTPS_PROXY: 'proxy.test:3128' }, `${PROXY}/`],
  ['http://api.test/', { HTTP_PROXY: PROXY }, `${PROXY}/`],
  ['http://localhost:8080/', { HTTP_PROXY: PROXY }, undefined],
  ['http://127.0.0.1:8080/', { HTTP_PROXY: PROXY }, undefined],
  ['http://[::1]:8080/', { HTTP_PROXY: PROXY }, undefined],
  ['http://127.128.0.1/', { HTTP_PROXY: PROXY }, undefined],
  ['http://126.0.0.1/', { HTTP_PROXY: PROXY }, `${PROXY}/`],
  ['http://[::]/', { HTTP_PROXY: PROXY }, `${PROXY}/`],
  ['http://api.test/', { HTTP_PROXY: PROXY, NO_PROXY: 'api.test:80' }, undefined],
  ['http://[::ffff:127.0.0.1]:8080/', { HTTP_PROXY: PROXY }, undefined],
  ['https://api.test/', { HTTPS_PROXY: 'https://proxy.test:3129' }, 'https://proxy.test:3129/'],
])('%s with %j goes through %j', (target, variables, expected) => {
  expect(proxyFor(new URL(target), variables)?.href).toBe(expected);
});

test.each([
  ['*', true],
  ['api.test', true],
  ['API.TEST', true],
  ['test', true],
  ['.test', true],
  ['*.test', true],
  ['.api.test', false],
  ['pi.test', false],
  ['other.test', false],
  ['api.test:443', true],
  ['api.test:8443', false],
  ['api.test:', true],
  ['other.test, api.test', true],
  ['other.test api.test', true],
])('NO_PROXY %j leaves https://api.test alone: %j', (noProxy, direct) => {
  const proxy = proxyFor(new URL('https://api.test'), { HTTPS_PROXY: PROXY, NO_PROXY: noProxy });

  expect(proxy === undefined).toBe(direct);
});

test.each([
  ['http://bücher.test', 'bücher.test', true],
  ['http://api.bücher.test', '.Bücher.test', true],
  ['http://bücher.test', '.bücher.test', false],
  ['http://xn--bcher-kva.test', 'kücher.test', false],
  ['http://10.1.2.3', '10.0.0.0/8', true],
  ['http://10.1.2.3', '10.1.2.3', true],
  ['http://10.1.2.3', '10.1.2.4', false],
  ['http://10.1.2.3', '10.1.2.2', false],
  ['http://[fd00::1]', 'fd00::', false],
  ['http://11.1.2.3', '10.0.0.0/8', false],
  ['http://10.1.2.3', '10.0.0.0/99', false],
  ['http://api.test', '10.0.0.0/8', false],
  ['http://[fd00::1]', 'fd00::/8', true],
  ['http://[fd00::1]', 'fd00::1', true],
  ['http://[fd00::1]', 'FD00:0:0::0001', true],
  ['http://[fd00::1]', '[fd00::1]', true],
  ['http://[fd00::1]:8443', '[fd00::1]:8443', true],
  ['http://[fd00::1]:8443', '[fd00::1]:443', false],
  ['http://[fd00::1]', 'fd00::2', false],
  ['http://[fe00::1]', 'fd00::/8', false],
  ['http://[fd00::1]', '10.0.0.0/8', false],
  ['http://10.1.2.3', '::/0', false],
  ['http://[::ffff:10.1.2.3]', '10.0.0.0/8', true],
  ['http://10.1.2.3:8080', '10.1.2.3:8080', true],
  ['http://10.1.2.3:8080', '10.1.2.3:80', false],
  ['http://10.1.2.3', '10.0.0.0/', false],
  ['http://10.1.2.3', '/8', false],
])('%s with no_proxy %j goes directly: %j', (target, noProxy, direct) => {
  const proxy = proxyFor(new URL(target), { http_proxy: PROXY, no_proxy: noProxy });

  expect(proxy === undefined).toBe(direct);
});
