import { describe, expect, it } from 'vitest';
import { parseRequestHead, trailers } from '../../../../framework/protocol/grpc/headers';
import { GrpcError, Status } from '../../../../framework/protocol/grpc/status';

describe('parseRequestHead', () => {
  const call = { ':method': 'POST', ':path': '/s.S/M', 'content-type': 'application/grpc' };

  it.each(['application/grpc', 'application/grpc+proto', 'application/grpc;charset=utf-8'])('accepts %s', (type) => {
    const head = parseRequestHead({ ...call, 'content-type': type, 'grpc-timeout': '1S' });

    expect(head).toEqual({ kind: 'call', path: '/s.S/M', timeout: '1S' });
  });

  it.each([
    ['no content type', { 'content-type': undefined }, 415],
    ['JSON', { 'content-type': 'application/json' }, 415],
    ['gRPC for browsers', { 'content-type': 'application/grpc-web' }, 415],
    ['GET', { ':method': 'GET' }, 405],
  ])('refuses %s', (_what, headers, httpStatus) => {
    expect(parseRequestHead({ ...call, ...headers })).toEqual({ kind: 'refused', httpStatus });
  });
});

describe('trailers', () => {
  it('have no message after a success', () => {
    expect(trailers()).toEqual({ 'grpc-status': '0' });
  });

  it('carry the code and the escaped message of an error', () => {
    expect(trailers(new GrpcError(Status.INTERNAL, 'a\nb'))).toEqual({ 'grpc-status': '13', 'grpc-message': 'a%0Ab' });
  });
});
