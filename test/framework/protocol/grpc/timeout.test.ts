import { describe, expect, it } from 'vitest';
import { parseTimeout } from '../../../../framework/protocol/grpc/timeout';

describe('parseTimeout', () => {
  it.each([
    [undefined, undefined],
    ['0S', 0],
    ['2H', 7_200_000],
    ['3M', 180_000],
    ['4S', 4000],
    ['1500m', 1500],
    ['2500u', 2.5],
    ['99999999n', 99.999999],
  ])('reads %s as %s milliseconds', (header, expected) => {
    expect(parseTimeout(header)).toBe(expected);
  });

  it.each(['', 'S', '5', '5s', '123456789S', '-1S', '1.5S', ' 5S'])('refuses %j', (header) => {
    expect(() => parseTimeout(header)).toThrow(TypeError);
  });
});
