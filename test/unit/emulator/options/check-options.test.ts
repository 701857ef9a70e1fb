import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator/domain/errors';
import { readOptions } from '../../../../emulator/options/check-options';
import type { EmulatorOptions } from '../../../../emulator/options/options';
import { VirtualClock } from '../../../../emulator/system/clock';

const DIALECTS = 'conventional, minimal, enveloped, extended';
const MEMORY = 'S3 clients create and delete buckets (--s3-buckets) only in memory: leave out --data.';
const CLUSTER: EmulatorOptions = { s3PublicUrl: 'https://s3.example', dataDir: 'd' };

test.each<[options: EmulatorOptions, ...says: string[]]>([
  [{ port: 8, s3Port: 8 }, 'Both ports are 8: give each its own (--port, --s3-port).'],
  [{ tlsCa: 'f' }, 'tlsCa needs tls (--tls-ca, --tls).'],
  [{ durable: true }, 'durable needs a data folder (--data).'],
  [{ s3Buckets: true, dataDir: 'd' }, MEMORY],
  [{ settle: 'soon' as never }, '"soon" is not a settle rule: give immediate, <n>ms or <n>polls (--settle).'],
  [{ dialect: 'x' as never }, `"x" is not a dialect: give one of ${DIALECTS} (--dialect).`],
  [{ logRequests: 'xml' as never }, 'logRequests is one of text, json, not "xml" (--log).'],
  [{ logRequests: {} as never }, 'logRequests is one of text, json, not an object (--log).'],
  [{ logRequests: 5n as never }, 'logRequests is one of text, json, not 5n (--log).'],
  [{ logRequests: null as never }, 'logRequests is one of text, json, not null (--log).'],
  [{ logRequests: (() => 5) as never }, 'logRequests is one of text, json, not a function (--log).'],
  [
    { buckets: ['good', 'A', 'b'] },
    ...['A', 'b'].map((name) => `"${name}" is not a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen (--bucket).`),
  ],
  [{ s3Region: 'EU 1' }, '"EU 1" is not the name of a region, such as eu-west-1 (--s3-region).'],
  [
    { s3PublicUrl: 'http://u:canary@h/path' },
    '"http://(hidden)@h/path" is not an http or https URL without a path (--s3-public-url).',
  ],
  [{ host: '0.0.0.0' }, 'Others can reach 0.0.0.0: listening there needs an explicit token (--host, --token).'],
  [
    { host: '0.0.0.0', tokens: [] },
    'Others can reach 0.0.0.0: listening there needs an explicit token (--host, --token).',
  ],
  [{ tokens: ['a', 'b'], adminToken: 'b' }, 'The admin token must not be one of the service (--token).'],
  [{ knobs: { pageSize: 0 } }, 'knobs.pageSize must be at least 1, not 0.'],
  [
    { knobs: { errorBody: 'x' as never } },
    'knobs.errorBody must be one of json, empty, problem, success_false, ok_false, ok_error, ok_jsend, ok_errors, not "x".',
  ],
  [{ lag: { newHidden: {} as never } }, 'lag.newHidden must be a number, not an object.'],
  [
    { port: -1, knobs: { pageSize: 0 }, durable: true, dataDir: undefined },
    'port must be a whole number from 0 to 65535, not -1.',
    'knobs.pageSize must be at least 1, not 0.',
    'durable needs a data folder (--data).',
  ],
])('the options %o are refused with every sentence that applies', (options, ...says) => {
  expect(() => readOptions(options)).toThrow(new StartError(says.join('\n')));
});

test.each<[options: EmulatorOptions]>([
  [{}],
  [{ durable: true, dataDir: 'd' }],
  [{ s3Buckets: true }],
  [{ settle: '5ms', dialect: 'minimal', logRequests: 'json', buckets: ['abc'], s3Region: 'eu-1' }],
  [{ host: '0.0.0.0', tokens: ['t'], adminToken: 'u' }],
  [{ host: '127.0.0.1', port: 65_535, s3Port: 0, requestTimeoutMs: 1, seed: 0 }],
  [CLUSTER],
])('the options %o are taken as they are', (options) => {
  expect(readOptions(options)).toEqual(options);
});

const ELSEWHERE: readonly (readonly [options: EmulatorOptions, says: string])[] = [
  [{ dataDir: undefined }, 'A storage cluster needs a data folder (--data).'],
  [{ s3PublicUrl: undefined }, 'A storage cluster needs the URL at which S3 clients reach it (--s3-public-url).'],
  [{ clock: new VirtualClock() }, 'A storage cluster has a clock of its own: the emulator cannot be given one.'],
  [{ seed: 0 }, 'A storage cluster takes no access key id twice: ids cannot be the same every time (--seed).'],
  [{ buckets: ['good'] }, 'Buckets to start with (--bucket) are not created in a storage cluster.'],
  [{ knobs: { s3Checks: 'garage' } }, 'A storage cluster checks uploads in its own way (--s3-checks, knob s3Checks).'],
  [
    { knobs: { deleteNonEmpty: 'delete' } },
    'A storage cluster deletes no bucket that holds objects: the knob deleteNonEmpty must be "conflict".',
  ],
  [{ knobs: { cannedAcl: 'refuse' } }, 'A storage cluster ignores it: the knob cannedAcl must be "ignore".'],
  [
    { knobs: { serverSideEncryption: 'refuse' } },
    'A storage cluster ignores it: the knob serverSideEncryption must be "ignore".',
  ],
];

test.each(ELSEWHERE)('with objects in a cluster the options %o are refused by name', (options, says) => {
  expect(() => readOptions({ ...CLUSTER, ...options }, true)).toThrow(new StartError(says));
  expect(() => readOptions({ dataDir: 'd', ...options })).not.toThrow();
});

test('with objects in a cluster all problems are reported at once, and buckets of S3 clients twice', () => {
  const options = { s3Buckets: true, dataDir: 'd' };
  const says = [
    'A storage cluster needs the URL at which S3 clients reach it (--s3-public-url).',
    'S3 clients create and delete buckets (--s3-buckets) only in memory, not in a storage cluster.',
    MEMORY,
  ];

  expect(() => readOptions(options, true)).toThrow(new StartError(says.join('\n')));
});
