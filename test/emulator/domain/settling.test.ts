import { expect, test } from 'vitest';
import { parseSettle } from '../../../emulator/domain/settling';

test.each([
  ['immediate', { kind: 'immediate' }],
  ['0ms', { kind: 'ms', ms: 0 }],
  ['1500ms', { kind: 'ms', ms: 1500 }],
  ['3polls', { kind: 'polls', polls: 3 }],
  ['', undefined],
  ['3', undefined],
  ['-1ms', undefined],
  ['1.5ms', undefined],
  ['3 polls', undefined],
])('reads the settle rule %j', (text, expected) => {
  expect(parseSettle(text)).toEqual(expected);
});
