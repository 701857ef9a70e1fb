import { expect, it } from 'vitest';
import { refusalOf, timeoutOf } from '../../../../../framework/protocol/grpc/headers';
import { GrpcError, Status } from '../../../../../framework/protocol/grpc/status';

it.each([
  ['gRPC', {}, undefined],
  ['gRPC of messages in a format', { 'content-type': 'application/grpc+proto' }, undefined],
  ['gRPC with a character set', { 'content-type': 'application/grpc;charset=utf-8' }, undefined],
  ['no content type', { 'content-type': undefined }, 415],
  ['JSON', { 'content-type': 'application/json' }, 415],
  ['gRPC for browsers', { 'content-type': 'application/grpc-web' }, 415],
  ['GET', { ':method': 'GET' }, 405],
])('a request with %s is refused or not', (_what, headers, status) => {
  expect(refusalOf({ ':method': 'POST', 'content-type': 'application/grpc', ...headers })).toBe(status);
});

it.each([
  [undefined, undefined],
  ['0S', 0],
  ['2H', 7_200_000],
  ['3M', 180_000],
  ['4S', 4000],
  ['1500m', 1500],
  ['2500u', 2.5],
  ['99999999n', 99.999999],
])('the timeout %s is %s milliseconds', (header, expected) => {
  expect(timeoutOf({ 'grpc-timeout': header })).toBe(expected);
});

it.each(['', 'S', '5', '5s', '123456789S', '-1S', '1.5S', ' 5S', '5S '])('the timeout %j is refused', (header) => {
  expect(() => timeoutOf({ 'grpc-timeout': header })).toThrow(new GrpcError(Status.INTERNAL, 'malformed grpc-timeout'));
});
