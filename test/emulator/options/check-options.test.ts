import { expect, test } from 'vitest';
import { StartError } from '../../../emulator/domain/errors';
import { readOptions } from '../../../emulator/options/check-options';
import type { EmulatorOptions } from '../../../emulator/options/options';

const DIALECTS = 'conventional, minimal, enveloped, extended';
const MEMORY =
  'S3 clients create and delete buckets (--s3-buckets) only in memory: leave out --data and --s3-backend garage.';
const garage = { adminUrls: ['http://a'], adminToken: 't' };
const CLUSTER: EmulatorOptions = { garage, s3PublicUrl: 'https://s3.example', dataDir: 'd' };

test.each<[options: EmulatorOptions, ...says: string[]]>([
  [{ durable: true }, 'durable needs a data folder (--data).'],
  [{ s3Buckets: true, dataDir: 'd' }, MEMORY],
  [{ ...CLUSTER, s3Buckets: true }, MEMORY],
  [{ settle: 'soon' as never }, '"soon" is not a settle rule: give immediate, <n>ms or <n>polls.'],
  [{ dialect: 'x' as never }, `"x" is not a dialect: give one of ${DIALECTS}.`],
  [{ logRequests: 'xml' as never }, 'logRequests is one of text, json, not "xml".'],
  [{ logRequests: {} as never }, 'logRequests is one of text, json, not an object.'],
  [{ logRequests: 5n as never }, 'logRequests is one of text, json, not 5n.'],
  [{ logRequests: null as never }, 'logRequests is one of text, json, not null.'],
  [{ logRequests: (() => 5) as never }, 'logRequests is one of text, json, not a function.'],
  [
    { buckets: ['good', 'A', 'b'] },
    ...['A', 'b'].map((name) => `"${name}" is not a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen (--bucket).`),
  ],
  [
    { ...CLUSTER, buckets: ['good'] },
    'Buckets to start with are not made in a Garage cluster (--bucket): make them over REST.',
  ],
  [{ s3Region: 'EU 1' }, '"EU 1" is not a valid region.'],
  [
    { s3PublicUrl: 'http://u:canary@h/path' },
    '"http://(hidden)@h/path" is not an http or https URL without a path (--s3-public-url).',
  ],
  [{ host: '0.0.0.0' }, 'Others can reach 0.0.0.0: listening there needs an explicit token (--token).'],
  [{ host: '0.0.0.0', tokens: [] }, 'Others can reach 0.0.0.0: listening there needs an explicit token (--token).'],
  [{ tokens: ['a', 'b'], adminToken: 'b' }, 'The admin token must not be one of the service (--token).'],
  [{ knobs: { pageSize: 0 } }, 'knobs.pageSize must be at least 1, not 0.'],
  [{ knobs: { errorBody: 'x' as never } }, 'knobs.errorBody must be one of json, empty, problem, not "x".'],
  [{ lag: { newHidden: {} as never } }, 'lag.newHidden must be a number, not an object.'],
  [
    { ...CLUSTER, seed: 1 },
    'A Garage cluster takes no access key id twice: ids cannot be the same every time (--seed).',
  ],
  [
    { port: -1, ...CLUSTER, seed: 1, knobs: { pageSize: 0 }, durable: true, dataDir: undefined },
    'port must be a whole number from 0 to 65535, not -1.',
    'knobs.pageSize must be at least 1, not 0.',
    'durable needs a data folder (--data).',
    'A Garage cluster needs a data folder (--data): what is under way there must survive a crash here.',
    'A Garage cluster takes no access key id twice: ids cannot be the same every time (--seed).',
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
