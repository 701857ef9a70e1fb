import { describe, expect, it } from 'vitest';
import { createLog, logLevel, logLine, logUncaught } from '../../../../framework/protocol/log';

const NOW = Date.parse('2026-03-04T05:06:07.089Z');

describe('logLevel', () => {
  it.each([
    [{}, undefined],
    [{ TF_LOG: '' }, undefined],
    [{ TF_LOG: 'off' }, undefined],
    [{ TF_LOG: 'INFO' }, 'info'],
    [{ TF_LOG: 'json' }, 'trace'],
    [{ TF_LOG: 'nonsense' }, 'trace'],
    [{ TF_LOG_CORE: 'TRACE' }, undefined],
    [{ TF_LOG: 'TRACE', TF_LOG_PROVIDER: 'warn' }, 'warn'],
    [{ TF_LOG: 'TRACE', TF_LOG_PROVIDER: 'off' }, undefined],
    [{ TF_LOG_PROVIDER: 'warn', TF_LOG_PROVIDER_FAKE: 'debug' }, 'debug'],
  ])('of %j is %s', (env, expected) => {
    expect(logLevel('fake', env)).toBe(expected);
  });
});

describe('logLine', () => {
  it('is one line of JSON with six digits of a second', () => {
    expect(logLine('info', 'two\nlines', { a: 'b' }, NOW)).toBe(
      '{"a":"b","@level":"info","@message":"two\\nlines","@module":"provider","@timestamp":"2026-03-04T05:06:07.089000Z"}\n',
    );
  });

  it('lets no field replace one that the host reads, and writes all values as text', () => {
    const fields = { '@message': 5, '@@level': null, count: 7 } as unknown as Record<string, string>;

    const line = JSON.parse(logLine('warn', 'hello', fields, NOW));

    expect(line).toEqual({
      message: '5',
      level: 'null',
      count: '7',
      '@level': 'warn',
      '@message': 'hello',
      '@module': 'provider',
      '@timestamp': '2026-03-04T05:06:07.089000Z',
    });
  });

  it.each([
    ['a long message', '\0'.repeat(1_000_000), {}],
    ['many fields', 'x', Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, 'ü'.repeat(100)]))],
  ])('stays below 64 KiB with %s', (_what, message, fields) => {
    const line = logLine('error', message, fields, NOW);

    expect(Buffer.byteLength(line)).toBeLessThan(64 * 1024);
    expect(JSON.parse(line)).toMatchObject({ '@level': 'error', '@message': expect.any(String) });
  });
});

it.each([
  [8_192, ''],
  [8_193, '…'],
])('a text of %i characters has 8192 of them, and %j at its end', (length, end) => {
  const text = `ab${'c'.repeat(length - 2)}`;

  const line = JSON.parse(logLine('info', text, { field: text }, NOW));

  expect([line['@message'], line.field]).toEqual(Array(2).fill(text.slice(0, 8_192) + end));
});

it('a line has its fields up to 64 KiB less one byte, its newline included', () => {
  const line = (last: number) => {
    const texts = [...Array(7).fill('x'.repeat(8_192)), 'x'.repeat(last)];
    return logLine('info', 'm', Object.fromEntries(texts.map((text, i) => [`f${i}`, text])), NOW);
  };
  const fitting = 65_535 - Buffer.byteLength(line(0));

  const [longest, over] = [line(fitting), line(fitting + 1)];

  expect([Buffer.byteLength(longest), JSON.parse(longest).f7]).toEqual([65_535, 'x'.repeat(fitting)]);
  expect(over).toBe(logLine('info', 'm', {}, NOW));
});

describe('createLog', () => {
  it('writes messages at the level or above', () => {
    const lines: string[] = [];
    const log = createLog(
      'warn',
      () => NOW,
      (line) => lines.push(line),
    );

    log('info', 'no');
    log('warn', 'yes');
    log('error', 'yes', { field: 'too' });

    expect(lines).toEqual([logLine('warn', 'yes', {}, NOW), logLine('error', 'yes', { field: 'too' }, NOW)]);
  });

  it.each(['trace', 'debug', 'info', 'warn', 'error'] as const)('at %s leaves out the levels below', (lowest) => {
    const levels: string[] = [];
    const log = createLog(
      lowest,
      () => NOW,
      (line) => levels.push(JSON.parse(line)['@level']),
    );

    for (const level of ['error', 'warn', 'info', 'debug', 'trace'] as const) log(level, 'x');

    const order = ['error', 'warn', 'info', 'debug', 'trace'];
    expect(levels).toEqual(order.slice(0, order.indexOf(lowest) + 1));
  });

  it('writes nothing without a level', () => {
    const lines: string[] = [];

    createLog(
      undefined,
      () => NOW,
      (line) => lines.push(line),
    )('error', 'no');

    expect(lines).toEqual([]);
  });
});

it('an uncaught exception is one line with its class and its places, but without its message', () => {
  const lines: string[] = [];

  logUncaught(
    'uncaughtException',
    new TypeError('canary'),
    () => NOW,
    (line) => lines.push(line),
  );

  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      event: 'uncaughtException',
      stack: expect.stringMatching(/^TypeError\n +at /),
      '@level': 'error',
      '@message': 'unexpected error',
      '@module': 'provider',
      '@timestamp': '2026-03-04T05:06:07.089000Z',
    },
  ]);
  expect(lines.join('')).not.toContain('canary');
});
