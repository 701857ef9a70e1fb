import { expect, it } from 'vitest';
import { createLog, logLevel, logLine } from '../../../../framework/protocol/log';

const NOW = Date.parse('2026-03-04T05:06:07.089Z');

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
])('the level of %j is %s', (env, expected) => {
  expect(logLevel('fake', env)).toBe(expected);
});

it('a line is JSON with six digits of a second', () => {
  expect(logLine('info', 'two\nlines', { a: 'b' }, NOW)).toBe(
    '{"a":"b","@level":"info","@message":"two\\nlines","@module":"provider","@timestamp":"2026-03-04T05:06:07.089000Z"}\n',
  );
});

it('no field replaces one that the host reads, and all values are text', () => {
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

it.each(['trace', 'debug', 'info', 'warn', 'error', undefined] as const)(
  'at %s lower levels are left out',
  (lowest) => {
    const levels: string[] = [];
    const log = createLog(
      lowest,
      () => NOW,
      (line) => levels.push(JSON.parse(line)['@level']),
    );
    const order = ['error', 'warn', 'info', 'debug', 'trace'] as const;

    for (const level of order) log(level, 'x');

    expect(levels).toEqual(order.slice(0, lowest ? order.indexOf(lowest) + 1 : 0));
  },
);
