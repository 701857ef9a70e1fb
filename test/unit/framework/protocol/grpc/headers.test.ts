import { expect, it } from 'vitest';
import { refusalOf, timeoutOf, trailers } from '../../../../../framework/protocol/grpc/headers';
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

it('trailers have no message after a success', () => {
  expect(trailers()).toEqual({ 'grpc-status': '0' });
});

it.each([
  ['', ''],
  ['plain words, with punctuation!', 'plain words, with punctuation!'],
  ['100 %', '100 %25'],
  ['a\nb\r\0', 'a%0Ab%0D%00'],
  ['ü', '%C3%BC'],
  ['🙂', '%F0%9F%99%82'],
  ['~\x7f', '~%7F'],
])('trailers carry the code of an error, and its message %j as %j', (message, expected) => {
  const { 'grpc-status': status, 'grpc-message': text } = trailers(new GrpcError(Status.INTERNAL, message));
  expect([status, text, decodeURIComponent(String(text))]).toEqual(['13', expected, message]);
});
