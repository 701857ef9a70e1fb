import { expect, test } from 'vitest';
import { Emulator, type EmulatorOptions, StartError, VirtualClock } from '../../../../emulator';
import { OPTIONS } from '../../../../emulator/options/option-types';
import { startEmulator } from '../support';

const failureOf = (options: unknown) =>
  Emulator.start(options as EmulatorOptions).then(
    () => expect.unreachable('It started.'),
    (error: unknown) => error as Error,
  );

const VISIBLE = 'must hold only visible ASCII characters, at least one';

test.each<[unknown, string]>([
  [null, 'The options must be an object, not null.'],
  [[], 'The options must be an object, not an array.'],
  [{ port: '80' }, 'port must be a whole number from 0 to 65535, not this text.'],
  [{ s3Port: 1.5 }, 's3Port must be a whole number from 0 to 65535, not 1.5.'],
  [{ host: 5 }, 'host must be a host name or an address, not 5.'],
  [{ tls: 'yes' }, 'tls must be true or false, not this text.'],
  [{ dataDir: null }, 'dataDir must be a path, not null.'],
  [{ dataDir: '' }, 'dataDir must be a path, not an empty text.'],
  [{ seedFile: {} }, 'seedFile must be a path, not an object.'],
  [{ dialectFile: 5n }, 'dialectFile must be a path, not 5n.'],
  [{ tokens: 'canary' }, 'tokens must be an array of tokens, not this text.'],
  [{ tokens: ['t', 1, 'a b', ''] }, `tokens[1] ${VISIBLE}, not 1.`],
  [{ tokens: ['t', 1, 'canary 2', ''] }, `tokens[2] ${VISIBLE}, not this text.`],
  [{ tokens: ['t', 1, 'canary\n2', ''] }, `tokens[3] ${VISIBLE}, not an empty text.`],
  [{ adminToken: 5 }, `adminToken ${VISIBLE}, not 5.`],
  [{ adminToken: 'canary é' }, `adminToken ${VISIBLE}, not this text.`],
  [{ projects: [''] }, 'projects[0] must be a text with at least one character, not an empty text.'],
  [{ buckets: 'x' }, 'buckets must be an array of bucket names, not this text.'],
  [{ buckets: [true] }, 'buckets[0] must be the name of a bucket, not true.'],
  [{ dialect: 5 }, 'dialect must be the name of a dialect, not 5.'],
  [{ knobs: null }, 'knobs must be an object, not null.'],
  [{ knobs: 'canary' }, 'knobs must be an object, not this text.'],
  [{ knobs: { pageSize: 5n } }, 'knobs.pageSize must be a number, not 5n.'],
  [{ knobs: { pageSize: { a: 5n } } }, 'knobs.pageSize must be a number, not an object.'],
  [{ knobs: { pageSize: () => 5 } }, 'knobs.pageSize must be a number, not a function.'],
  [{ lag: [] }, 'lag must be an object, not an array.'],
  [{ settle: 5 }, 'settle must be immediate, <n>ms or <n>polls, not 5.'],
  [{ s3Region: 5 }, 's3Region must be the name of a region, such as eu-west-1, not 5.'],
  [{ s3PublicUrl: 5 }, 's3PublicUrl must be an http or https URL, not 5.'],
  [{ seed: {} }, 'seed must be a text or a number, not an object.'],
  [{ seed: Number.NaN }, 'seed must be a text or a number, not NaN.'],
  [{ clock: {} }, 'clock must be a VirtualClock, not an object.'],
  [{ clock: null }, 'clock must be a VirtualClock, not null.'],
  [{ encryptionKey: 5 }, 'encryptionKey must be 32 bytes in base64, not 5.'],
  [{ requestTimeoutMs: 0 }, 'requestTimeoutMs must be a whole number from 1 to 2147483647, not 0.'],
  [{ logRequests: {} }, 'logRequests is one of text, json, not an object (--log).'],
  [{ log: 'x' }, 'log must be a function, not this text.'],
])('the options %o are refused in a sentence', async (options, says) => {
  const error = await failureOf(options);

  expect(error).toBeInstanceOf(StartError);
  expect(error.message).toContain(says);
  expect(error.message).not.toContain('canary');
});

test('all that is wrong is told at once: types, values, unknown names', async () => {
  const error = await failureOf({ port: 'x', tokens: [1], dialect: 'klingon', tokn: 'a', buckets: ['A'], log: 5 });

  expect(error.message.split('\n')).toEqual([
    'There is no option tokn. Did you mean tokens?',
    'port must be a whole number from 0 to 65535, not this text.',
    `tokens[0] ${VISIBLE}, not 1.`,
    'log must be a function, not 5.',
    '"klingon" is not a dialect: give one of conventional, minimal, enveloped, extended (--dialect).',
    '"A" is not a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen (--bucket).',
  ]);
});

test('no option takes whatever it is given', async () => {
  for (const name of OPTIONS) {
    const error = await failureOf({ [name]: Symbol('x') });
    expect([name, error.name]).toEqual([name, 'StartError']);
  }
});

test('options that are undefined are not set, and a clock of one’s own is one', async () => {
  const unset = Object.fromEntries(OPTIONS.map((name) => [name, undefined]));
  const clock = Object.assign(new VirtualClock(), { now: () => 5 });

  const emulator = await startEmulator({ ...unset, clock, knobs: { pageSize: undefined as never } });

  expect(emulator.clock.now()).toBe(5);
});
