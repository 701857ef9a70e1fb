import { expect, it } from 'vitest';
import type { Address } from '../../../../framework/protocol/address';
import { handshakeLine, startedByHost } from '../../../../framework/protocol/handshake';

const address: Address = { network: 'unix', text: '/tmp/x/plugin', remove: () => {} };

it.each([
  ['no certificate and no wish', undefined, {}, '1|6|unix|/tmp/x/plugin|grpc|'],
  ['a certificate of three bytes', Buffer.from('abc'), {}, '1|6|unix|/tmp/x/plugin|grpc|YWJj'],
  ['a certificate that base64 would pad', Buffer.from('abcd'), {}, '1|6|unix|/tmp/x/plugin|grpc|YWJjZA'],
  ['the standard alphabet', Buffer.of(0xfb, 0xff, 0xfe), {}, '1|6|unix|/tmp/x/plugin|grpc|+//+'],
  [
    'a host that could share connections',
    undefined,
    { PLUGIN_MULTIPLEX_GRPC: 'true' },
    '1|6|unix|/tmp/x/plugin|grpc||false',
  ],
])('the line with %s', (_what, certificate, env, expected) => {
  expect(handshakeLine(address, certificate, env)).toBe(expected);
});

it.each([
  [{}, false],
  [{ TF_PLUGIN_MAGIC_COOKIE: '' }, false],
  [{ TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' }, true],
])('it was started by a host with %j: %s', (env, expected) => {
  expect(startedByHost(env)).toBe(expected);
});
