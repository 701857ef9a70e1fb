import { describe, expect, it } from 'vitest';
import { createLog, logLevel, logLine } from '../../../framework/protocol/log';

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
    const fields = { '@message': 5, '@level': null, count: 7 } as unknown as Record<string, string>;

    const line = JSON.parse(logLine('warn', 'hello', fields, NOW));

    expect(line).toMatchObject({ '@message': 'hello', '@level': 'warn', message: '5', level: 'null', count: '7' });
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

it('a long text is cut after its first 8192 characters', () => {
  const text = `ab${'c'.repeat(10_000)}`;

  const line = JSON.parse(logLine('info', text, { field: text }, NOW));

  expect([line['@message'], line.field]).toEqual(Array(2).fill(`${text.slice(0, 8192)}…`));
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

    expect(lines.map((line) => JSON.parse(line)['@level'])).toEqual(['warn', 'error']);
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
