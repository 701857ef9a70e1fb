import { expect, it } from 'vitest';
import {
  parseDateHeader,
  parseTimestamp,
  toIsoSeconds,
  toTimestamp,
} from '../../../../../emulator/s3/auth/signature-v4';

const MS = Date.UTC(2013, 4, 24, 1, 2, 3);

it('reads and writes a timestamp', () => {
  expect(parseTimestamp('20130524T010203Z')).toEqual({ text: '20130524T010203Z', ms: MS });
  expect(toTimestamp(MS)).toBe('20130524T010203Z');
  expect(toIsoSeconds(MS)).toBe('2013-05-24T01:02:03Z');
});

it.each([
  '',
  '20130524',
  '2013-05-24T01:02:03Z',
  '20130524T010203',
  '20130524T250203Z',
  '20130230T010203Z',
  '20130524T010260Z',
])('refuses "%s" as a timestamp', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

it.each(['Fri, 24 May 2013 01:02:03 GMT', '20130524T010203Z'])('reads "%s" in a Date header', (text) => {
  expect(parseDateHeader(text)).toEqual({ text: '20130524T010203Z', ms: MS });
});

it.each([
  '',
  'Mon, 24 May 2013 01:02:03 GMT',
  'Fri, 24 May 2013 01:02:03 +0100',
  '2013',
  'Friday, 24-May-13 01:02:03 GMT',
])('refuses "%s" in a Date header', (text) => {
  expect(parseDateHeader(text)).toBeUndefined();
});
