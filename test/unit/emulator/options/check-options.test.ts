import { expect, test } from 'vitest';
import { StartError } from '../../../../emulator/domain/errors';
import { readOptions } from '../../../../emulator/options/check-options';
import type { EmulatorOptions } from '../../../../emulator/options/options';
import { VirtualClock } from '../../../../emulator/system/clock';

const CLUSTER: EmulatorOptions = { s3PublicUrl: 'https://s3.example', dataDir: 'd' };

const problemsOf = (options: EmulatorOptions, isElsewhere?: boolean): string[] => {
  try {
    readOptions(options, isElsewhere);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(StartError);
    return (error as Error).message.split('\n');
  }
};

test.each<[options: EmulatorOptions, ...named: string[]]>([
  [{ port: 8, s3Port: 8 }, '--s3-port'],
  [{ tlsCa: 'f' }, '--tls'],
  [{ durable: true }, '--data'],
  [{ s3Buckets: true, dataDir: 'd' }, '--s3-buckets'],
  [{ settle: 'soon' as never }, '"soon"'],
  [{ dialect: 'x' as never }, 'conventional, minimal, enveloped, extended'],
  [{ logRequests: 'xml' as never }, 'text, json'],
  [{ buckets: ['good', 'A', 'b'] }, '"A"', '"b"'],
  [{ s3Region: 'EU 1' }, '"EU 1"'],
  [{ s3PublicUrl: 'nonsense' }, '"nonsense"'],
  [{ s3PublicUrl: 'ftp://host' }, '"ftp://host"'],
  [{ s3PublicUrl: 'http://u:canary@h/path' }, '"http://(hidden)@h/path"'],
  [{ host: '0.0.0.0' }, '--token'],
  [{ host: '0.0.0.0', tokens: [] }, '--token'],
  [{ tokens: ['a', 'b'], adminToken: 'b' }, '--token'],
  [{ knobs: { pageSize: 0 } }, 'knobs.pageSize'],
  [{ knobs: { errorBody: 'x' as never } }, 'knobs.errorBody'],
  [{ knobs: { nope: 1 } as never }, 'nope'],
  [{ lag: { newHidden: {} as never } }, 'lag.newHidden'],
  [{ port: -1, knobs: { pageSize: 0 }, durable: true }, 'port', 'knobs.pageSize', '--data'],
])('the options %o are refused with every problem', (options, ...named) => {
  expect(problemsOf(options)).toEqual(named.map((name) => expect.stringContaining(name)));
  expect(problemsOf(options).join()).not.toContain('canary');
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

test.each<[options: EmulatorOptions, named: string]>([
  [{ dataDir: undefined }, '--data'],
  [{ s3PublicUrl: undefined }, '--s3-public-url'],
  [{ clock: new VirtualClock() }, 'clock'],
  [{ seed: 0 }, '--seed'],
  [{ buckets: ['good'] }, '--bucket'],
  [{ knobs: { s3Checks: 'garage' } }, 's3Checks'],
  [{ knobs: { deleteNonEmpty: 'delete' } }, 'deleteNonEmpty'],
  [{ knobs: { cannedAcl: 'refuse' } }, 'cannedAcl'],
  [{ knobs: { serverSideEncryption: 'refuse' } }, 'serverSideEncryption'],
])('with objects in a cluster the options %o are refused by name', (options, named) => {
  expect(problemsOf({ ...CLUSTER, ...options }, true)).toEqual([expect.stringContaining(named)]);
  expect(problemsOf({ dataDir: 'd', ...options })).toEqual([]);
});
