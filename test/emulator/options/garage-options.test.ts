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
  ['http://u:1/canary@h', false],
  ['http://u:1/canary%40h', false],
])('the URL of an admin API is bare: %s', (text, is) => {
  expect(isHttpUrl(text)).toBe(is);
});

const NOT_BARE = 'is an http or https URL without credentials and query, not';

test.each<[urls: string, ...says: string[]]>([
  ['http://a ftp://x http://h?canary', `2 of 3 ${NOT_BARE} "ftp://x".`, `3 of 3 ${NOT_BARE} "http://h?(hidden)".`],
  [
    'http://u:p@h1:1 http://u:p@h2',
    `1 of 2 ${NOT_BARE} "http://(hidden)@h1:1".`,
    `2 of 2 ${NOT_BARE} "http://(hidden)@h2".`,
  ],
  ['http://a x http://h:1', `2 of 3 ${NOT_BARE} "(hidden)".`],
  ['http://u:80,canary', `2 of 2 ${NOT_BARE} "(hidden)".`],
  ['http://node1:3903 node2:3903', `2 of 2 ${NOT_BARE} "node2:3903".`],
  ['http://node1:3903,node2:3903', `2 of 2 ${NOT_BARE} "node2:3903".`],
  [
    'http://h/a n:1 http://h:$PORT x',
    `2 of 3 ${NOT_BARE} "n:1".`,
    `3 of 3 ${NOT_BARE} "http://h:(hidden)" (its port is no number).`,
  ],
  ['http://h/a x:canary', `2 of 2 ${NOT_BARE} "(hidden)".`],
  ['http://u:80,canary%40h:1', `${NOT_BARE} "http://(hidden)".`],
  ['http://u:can,ary', `${NOT_BARE} "http://u:(hidden)" (its port is no number).`],
  ['http://h/a,b'],
  ['node1:3903 node2:3903', `1 of 2 ${NOT_BARE} "node1:3903".`, `2 of 2 ${NOT_BARE} "node2:3903".`],
  ['http://h:1 http://u:can ary', `2 of 2 ${NOT_BARE} "http://u:(hidden)" (its port is no number).`],
  ['http://u%3Acan ary', `${NOT_BARE} "http://u%(hidden)".`],
  ['canary x@h', `${NOT_BARE} "(hidden)@h".`],
  ['http://h:$PORT', `${NOT_BARE} "http://h:(hidden)" (its port is no number).`],
  ['http://h:3903x', `${NOT_BARE} "http://h:(hidden)" (its port is no number).`],
  ['unix:/run/x.sock', `${NOT_BARE} "unix:/run/x.sock".`],
  // A password with commas, an "@" or an encoded one.
  ['http://u:can@ary can@ary canary rest@10.0.0.1:1', `${NOT_BARE} "http://(hidden)@10.0.0.1:1".`],
  ['http://u:canary canary%40h:1', `${NOT_BARE} "http://(hidden)".`],
  ['http://u:80 canary%40h:1', `${NOT_BARE} "http://(hidden)".`],
  ['http://u:80 http://canary%40h', `2 of 2 ${NOT_BARE} "http://(hidden)".`],
  ['http://u:canary http://canary@h', `1 of 2 ${NOT_BARE} "(hidden)".`, `2 of 2 ${NOT_BARE} "http://(hidden)@h".`],
])('of the admin URLs %s those are named that are wrong, without passwords', (urls, ...says) => {
  const garage = { ...GARAGE, adminUrls: urls.split(' ') };
  expect(findGarageProblems({ ...WHOLE, garage })).toEqual(says.map((each) => `--garage-admin-url ${each}`));
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

const NO_NUMBER = ' (its port is no number)';

test.each<[text: string, told: string, more?: string]>([
  ['http://u:canary@h/p@x?canary#canary', 'http://(hidden)@x?(hidden)'],
  ['http://u:can/ary@h', 'http://(hidden)@h'],
  ['http://u:can\n/ary@h:1/p', 'http://(hidden)@h:1/p'],
  ['http://u:can?ary@h', 'http://(hidden)'],
  ['http://h?a=can@ary', 'http://(hidden)'],
  ['http://h/p?can\nary', 'http://h/p?(hidden)'],
  ['canary:canary@h', '(hidden)@h'],
  ['h#canary', 'h#(hidden)'],
  ['http://u:canary%40h', 'http://(hidden)'],
  ['http://canary%40h:1', 'http://(hidden)'],
  ['http:///u:canary%40h:1', 'http:///(hidden)'],
  ['http://[::1]:canary%2540h', 'http://(hidden)'],
  ['http://u@h:canary%40h/p', 'http://(hidden)'],
  ['http://user%3Acanary', 'http://user%(hidden)'],
  ['http:///u%253Acanary:80/p', 'http:///u%(hidden)'],
  ['http://x@u%3Acanary?canary', 'http://(hidden)@u%(hidden)'],
  ['http://[::1]%3Acanary', 'http://[::1]%(hidden)'],
  ['ftp://h/%20', 'ftp://h/%20'],
  ['u:canary', 'u:(hidden)', NO_NUMBER],
  ['http://[::1]:canary', 'http://[::1]:(hidden)', NO_NUMBER],
  ['http:///u:canary', 'http:///u:(hidden)', NO_NUMBER],
  ['http://u@h:canary', 'http://(hidden)@h:(hidden)', NO_NUMBER],
  ['ftp://h:80', 'ftp://h:80'],
  ['ftp://[::1]:80/p', 'ftp://[::1]:80/p'],
  ['ftp://h/p', 'ftp://h/p'],
])('of the URL %j people are told %s', (text, told, more = '') => {
  expect(toldUrl(text)).toBe(`"${told}"${more}`);
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
