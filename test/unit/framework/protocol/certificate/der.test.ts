import { describe, expect, it } from 'vitest';
import { bits, integer, octets, oid, time, utf8 } from '../../../../../framework/protocol/certificate/der';

describe('DER', () => {
  it.each([
    ['an empty element', utf8(''), '0c00'],
    ['zero', integer(0n), '020100'],
    ['a number that would look negative', integer(128n), '02020080'],
    ['a large number', integer(2n ** 64n), '0209010000000000000000'],
    ['bits', bits(Buffer.from([0x84]), 2), '03020284'],
    ['an identifier', oid('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
    ['a time', time(new Date('2049-12-31T23:59:59Z')), `170d${Buffer.from('491231235959Z').toString('hex')}`],
    ['a later time', time(new Date('2050-01-01T00:00:00Z')), `180f${Buffer.from('20500101000000Z').toString('hex')}`],
  ])('writes %s', (_what, actual, expected) => {
    expect(actual.toString('hex')).toBe(expected);
  });

  it.each([
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [70_000, '0483011170'],
  ])('writes a length of %i', (length, prefix) => {
    const element = octets(Buffer.alloc(length));

    expect(element.toString('hex').startsWith(prefix)).toBe(true);
    expect(element.length).toBe(prefix.length / 2 + length);
  });
});
