import { expect, test } from 'vitest';
import { findGarageProblems, isAdminToken, isHttpUrl } from '../../../emulator/options/garage-options';
import { isPublicUrl, isRegion, toldUrl, virtualHostBases } from '../../../emulator/options/s3-options';

const GARAGE = { adminUrls: ['http://a:1', 'https://b'], adminToken: 'token' };
const WHOLE = { garage: GARAGE, s3PublicUrl: 'https://s3.example', dataDir: 'd' };

test('an emulator without a cluster, and one with all that a cluster needs, have no problem', () => {
  expect(findGarageProblems({ clock: {}, seed: 1 }, { deleteNonEmpty: 'delete' })).toEqual([]);
  expect(findGarageProblems(WHOLE)).toEqual([]);
  expect(
    findGarageProblems(WHOLE, { deleteNonEmpty: 'conflict', cannedAcl: 'ignore', serverSideEncryption: 'ignore' }),
  ).toEqual([]);
});

test.each<[change: object, knobs: object, says: string]>([
  [
    { garage: { ...GARAGE, adminUrls: [] } },
    {},
    'A Garage cluster needs the URL of its admin API (--garage-admin-url).',
  ],
  [
    { garage: { ...GARAGE, adminUrls: ['http://a', 'ftp://x', 'http://u:canary@h?canary'] } },
    {},
    '--garage-admin-url is an http or https URL without credentials and query, not "http://(hidden)@h?(hidden)".',
  ],
  [
    { garage: { ...GARAGE, adminUrls: ['http://a', 'ftp://x', '', 'http://h?canary'] } },
    {},
    '--garage-admin-url is an http or https URL without credentials and query, not "ftp://x", "", "http://h?(hidden)".',
  ],
  [
    { garage: { ...GARAGE, adminUrls: ['http://u:can@ary', 'can@ary', 'canary', 'rest@10.0.0.1:3903'] } },
    {},
    '--garage-admin-url is an http or https URL without credentials and query, not "http://(hidden)@10.0.0.1:3903".',
  ],
  [
    { garage: { ...GARAGE, adminToken: 'a b' } },
    {},
    'A Garage cluster needs its admin token (--garage-admin-token-file), of visible ASCII characters.',
  ],
  [{ s3PublicUrl: undefined }, {}, 'A Garage cluster needs the URL at which S3 clients reach it (--s3-public-url).'],
  [
    { dataDir: undefined },
    {},
    'A Garage cluster needs a data folder (--data): what is under way there must survive a crash here.',
  ],
  [{ clock: {} }, {}, 'A Garage cluster has a clock of its own: the emulator cannot be given one.'],
  [{ seed: 0 }, {}, 'A Garage cluster takes no access key id twice: ids cannot be the same every time (--seed).'],
  [
    {},
    { deleteNonEmpty: 'delete' },
    'A Garage cluster deletes no bucket that holds objects: the knob deleteNonEmpty must be "conflict".',
  ],
  [{}, { cannedAcl: 'refuse' }, 'A Garage cluster refuses nothing of it: the knob cannedAcl must be "ignore".'],
  [
    {},
    { serverSideEncryption: 'refuse' },
    'A Garage cluster refuses nothing of it: the knob serverSideEncryption must be "ignore".',
  ],
])('what keeps it from starting is told in a sentence: %j %j', (change, knobs, says) => {
  expect(findGarageProblems({ ...WHOLE, ...change }, knobs)).toEqual([says]);
});

test.each([
  ['http://node:3903', true],
  ['https://node/garage', true],
  ['http://user@node', false],
  ['http://:secret@node', false],
  ['http://node?a', false],
  ['http://node#a', false],
  ['ftp://node', false],
  ['httpss://node', false],
  ['node:3903', false],
  ['', false],
])('the URL of an admin API is bare: %s', (text, is) => {
  expect(isHttpUrl(text)).toBe(is);
});

test.each([
  ['http://s3.example', true],
  ['https://s3.example:9000/', true],
  ['https://s3.example/path', false],
  ['https://s3.example?a', false],
  ['https://s3.example#a', false],
  ['https://user@s3.example', false],
  ['https://:secret@s3.example', false],
  ['ftp://s3.example', false],
  ['s3.example', false],
])('a public URL has no path: %s', (text, is) => {
  expect(isPublicUrl(text)).toBe(is);
});

test.each([
  ['http://u:canary@h/p@x?canary#canary', 'http://(hidden)@x?(hidden)'],
  ['http://u:can/ary@h', 'http://(hidden)@h'],
  ['http://u:can\n/ary@h:1/p', 'http://(hidden)@h:1/p'],
  ['http://u:can?ary@h', 'http://(hidden)'],
  ['http://h?a=can@ary', 'http://(hidden)'],
  ['http://h/p?can\nary', 'http://h/p?(hidden)'],
  ['canary:canary@h', '(hidden)@h'],
  ['h#canary', 'h#(hidden)'],
  ['http://u:canary%40h', 'http://u:(hidden)'],
  ['http://u:80canary%40h', 'http://u:(hidden)'],
  ['u:canary', 'u:(hidden)'],
  ['http://u@h:canary%40h/p', 'http://(hidden)@h:(hidden)'],
  ['ftp://h:80', 'ftp://h:80'],
  ['ftp://[::1]:80/p', 'ftp://[::1]:80/p'],
  ['ftp://h/p', 'ftp://h/p'],
])('of the URL %j people are told %s', (text, told) => {
  expect(toldUrl(text)).toBe(told);
});

test('tokens are visible ASCII, and regions short words', () => {
  expect(['!', '~', 'a-b', '', 'a b', 'é', 'a\n'].map(isAdminToken)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  const regions = ['a', '1', 'eu-west-1', 'a'.repeat(63), 'a'.repeat(64), '', '-a', 'EU', 'a_b', 'a b'];
  expect(regions.filter(isRegion)).toEqual(regions.slice(0, 4));
  expect(virtualHostBases(['http://S3.Example:9000', 'https://127.0.0.1'])).toEqual([
    's3.localhost',
    'localhost',
    's3.example',
    '127.0.0.1',
  ]);
});
