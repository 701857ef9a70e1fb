import { expect, test } from 'vitest';
import { Gate } from '../../../provider/client/gate';

test('lets work pass together, and work alone only when nobody is inside', async () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const gate = new Gate();
  const events: string[] = [];
  const doors: (() => void)[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} in`);
    await new Promise<void>((resolve) => doors.push(resolve));
    events.push(`${name} out`);
  };
  const open = async (index: number) => {
    doors[index]?.();
    await turn();
  };
  const all = [gate.pass(work('one')), gate.pass(work('two'))];
  await turn();
  all.push(gate.alone(work('alone')), gate.alone(work('alone too')), gate.pass(work('three')));
  await turn();

  for (let index = 0; index < 5; index += 1) await open(index);
  await Promise.all(all);

  expect(events).toEqual([
    'one in',
    'two in',
    'one out',
    'two out',
    'alone in',
    'alone out',
    'alone too in',
    'alone too out',
    'three in',
    'three out',
  ]);
});

test('goes on after work that fails', async () => {
  const gate = new Gate();

  await expect(gate.alone(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(gate.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

  expect(await gate.alone(async () => 'yes')).toBe('yes');
});
