import { expect, test } from 'vitest';
import { Epoch, Epochs } from '../../../../emulator/domain/epoch';

test('what has joined an epoch ends with it, once, and what joins later ends at once', () => {
  const epoch = new Epoch();
  const ended: string[] = [];
  const leave = epoch.join(() => ended.push('left'));
  epoch.join(() => ended.push('member'));
  leave();
  const before = [epoch.hasEnded, ...ended];

  epoch.end();
  epoch.end();
  epoch.join(() => ended.push('late'));

  expect(before).toEqual([false]);
  expect([epoch.hasEnded, ...ended]).toEqual([true, 'member', 'late']);
});

test('epochs are numbered from 1 on, and the next one is current when the last one ends', () => {
  const epochs = new Epochs();
  const [first, numbers]: [Epoch, number[]] = [epochs.current, []];
  first.join(() => numbers.push(epochs.current.number));

  epochs.next({ by: 'reset', at: 7, who: 'me' });

  expect([first.number, first.beginning, ...numbers]).toEqual([1, undefined, 2]);
  expect([first.hasEnded, epochs.current.hasEnded]).toEqual([true, false]);
  expect(epochs.current.beginning).toEqual({ by: 'reset', at: 7, who: 'me' });
});
