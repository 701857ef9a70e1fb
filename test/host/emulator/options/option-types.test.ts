import { expect, test } from 'vitest';
import { Emulator, type EmulatorOptions, StartError, VirtualClock } from '../../../../emulator';
import { OPTIONS } from '../../../../emulator/options/option-types';
import { startEmulator } from '../support';

const failureOf = (options: unknown) =>
  Emulator.start(options as EmulatorOptions).then(
    () => expect.unreachable('It started.'),
    (error: unknown) => error as Error,
  );

test.each<[unknown, ...named: string[]]>([
  [null, 'options'],
  [[], 'options'],
  [{ s3Port: 1.5 }, 's3Port'],
  [{ dataDir: '' }, 'dataDir'],
  [{ tokens: 'canary' }, 'tokens'],
  [{ tokens: ['t', 1, 'canary 2', ''] }, 'tokens[1]', 'tokens[2]', 'tokens[3]'],
  [{ adminToken: 'canary é' }, 'adminToken'],
  [{ projects: [''] }, 'projects[0]'],
  [{ buckets: [true] }, 'buckets[0]'],
  [{ knobs: 'canary' }, 'knobs'],
  [{ knobs: { pageSize: { a: 5n } } }, 'knobs.pageSize'],
  [{ seed: Number.NaN }, 'seed'],
  [{ clock: {} }, 'clock'],
  [{ requestTimeoutMs: 0 }, 'requestTimeoutMs'],
  [{ port: 'x', tokn: 'a', dialect: 'klingon', log: 5 }, 'tokn. Did you mean tokens?', 'port', 'log', '"klingon"'],
])(
  'the options %o are refused, with every problem at once and no value that may be secret',
  async (options, ...named) => {
    const error = await failureOf(options);

    expect(error).toBeInstanceOf(StartError);
    expect(error.message.split('\n')).toEqual(named.map((name) => expect.stringContaining(name)));
    expect(error.message).not.toContain('canary');
  },
);

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
