import { expect, test } from 'vitest';
import { adviceForCode, adviceForStatus } from '../../../../../provider/client/errors/advice';

test.each([
  [299, /^Check base_url, and whether it is the service/],
  [300, /^Check base_url, and whether it is the service/],
  [400, /^Correct what the response names\.$/],
  [401, /the token is right and has not expired/],
  [403, /the token may do this in this project/],
  [404, /whether the object still exists/],
  [408, /try again later\.$/],
  [409, /^Resolve the conflict/],
  [410, /whether the object still exists/],
  [413, /^Reduce the size/],
  [422, /^Correct what the response names\.$/],
  [429, /lower max_concurrent_requests/],
  [499, /^Check base_url, and whether it is the service/],
  [500, /^The service has failed/],
])('the status %i: %s', (status, expected) => {
  expect(adviceForStatus(status)).toMatch(expected);
});

const DIRECT = { address: 'https://api.example', setting: 'base_url', atProxy: false };
const PROXIED = { ...DIRECT, proxy: 'http://proxy.example:3128' };

test.each([
  ['ECONNREFUSED', DIRECT, /^Nothing listens there; check base_url/],
  ['ECONNREFUSED', PROXIED, /^Nothing listens at the address of the proxy/],
  ['ENOTFOUND', DIRECT, /^The host name of base_url cannot be resolved/],
  ['ENOTFOUND', PROXIED, /^The host name of the proxy cannot be resolved/],
  ['EAI_AGAIN', DIRECT, /^The host name of base_url cannot be resolved/],
  ['EPROTO', DIRECT, /TLS handshake failed. Check the port of base_url/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', DIRECT, /speaks plain HTTP, not TLS/],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', DIRECT, /speaks plain HTTP, not TLS/],
  ['ERR_SSL_HTTP_REQUEST', DIRECT, /speaks plain HTTP, not TLS/],
  ['ERR_SSL_UNKNOWN_PROTOCOL', DIRECT, /speaks plain HTTP, not TLS/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', DIRECT, /requires a client certificate/],
  ['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', DIRECT, /requires a client certificate/],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', DIRECT, /TLS handshake failed. Check the port of base_url/],
  ['PROXY_407', PROXIED, /^The proxy wants a user name and a password/],
  ['PROXY_403', PROXIED, /^The proxy does not let the request through/],
  ['PROXY_500', PROXIED, /^The proxy cannot reach the server/],
  ['CERT_HAS_EXPIRED', DIRECT, /certificate of the server/],
  ['CERT_HAS_EXPIRED', PROXIED, /certificate of the server/],
  ['CERT_HAS_EXPIRED', { ...PROXIED, atProxy: true }, /certificate of the proxy/],
  ['UND_ERR_INVALID_ARG', DIRECT, /check the token for stray characters/],
  ['UND_ERR_DESTROYED', DIRECT, /^The provider was shut down while this ran/],
  ['ECONNRESET', DIRECT, /then try again\.$/],
  ['ECONNRESET', { ...DIRECT, address: 'http://api.example' }, /begin base_url with https:\/\/\.$/],
  ['HPE_INVALID_CONSTANT', { ...DIRECT, address: 'http://api.example' }, /begin base_url with https:\/\/\.$/],
  ['EHOSTUNREACH', { ...DIRECT, address: 'http://api.example' }, /then try again\.$/],
] as const)('a connection that fails with %s, to %o', (code, route, expected) => {
  expect(adviceForCode(code, route)).toMatch(expected);
});
