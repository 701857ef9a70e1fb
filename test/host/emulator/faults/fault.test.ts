import { expect, test } from 'vitest';
import type { FaultSpec } from '../../../../emulator';
import { Faults } from '../../../../emulator/faults/faults';

const LIST = { operation: 'listSecrets', status: 503 } as const;
const noView = () => expect.unreachable();

/** Faults, and what the one of the specification does to a request. */
function match(spec: Partial<FaultSpec>) {
  const faults = new Faults(() => 0.5);
  const handle = faults.add({ operation: 'listSecrets', ...spec });
  return { faults, handle, fault: faults.match('listSecrets', noView) };
}

test.each<[Partial<FaultSpec>, object, object, object]>([
  [
    { status: 503, headers: { 'X-A': '1' }, retryAfter: 2, body: 'b' },
    { effect: 'status', when: 'before-commit', waits: false },
    { kind: 'status', status: 503, headers: { 'x-a': '1', 'retry-after': '2' }, body: 'b' },
    { kind: 'none' },
  ],
  [
    { status: 500, when: 'after-commit', delayMs: 1 },
    { effect: 'status', when: 'after-commit', waits: true },
    { kind: 'none' },
    { kind: 'status', status: 500, headers: {}, body: undefined },
  ],
  [{ cut: 'before-commit' }, { effect: 'cut', when: 'before-commit', waits: false }, { kind: 'cut' }, { kind: 'none' }],
  [{ cut: 'after-commit' }, { effect: 'cut', when: 'after-commit', waits: false }, { kind: 'none' }, { kind: 'cut' }],
  [
    { truncate: true },
    { effect: 'truncate', when: 'after-commit', waits: false },
    { kind: 'none' },
    { kind: 'truncate', bytes: undefined },
  ],
  [
    { truncate: 0, pause: true },
    { effect: 'truncate', when: 'after-commit', waits: true },
    { kind: 'none' },
    { kind: 'truncate', bytes: 0 },
  ],
  [
    { garbage: true, truncate: false, pause: false },
    { effect: 'garbage', when: 'after-commit', waits: false },
    { kind: 'none' },
    { kind: 'garbage', text: '<html>no json' },
  ],
  [
    { garbage: '', truncate: false },
    { effect: 'garbage', when: 'after-commit', waits: false },
    { kind: 'none' },
    { kind: 'garbage', text: '' },
  ],
  [
    { status: 418, garbage: false },
    { effect: 'status', when: 'before-commit', waits: false },
    { kind: 'status', status: 418, headers: {}, body: undefined },
    { kind: 'none' },
  ],
  [{ pause: true }, { effect: 'none', when: 'after-commit', waits: true }, { kind: 'none' }, { kind: 'none' }],
])('%j is noted, and acts at its moment', (spec, note, before, after) => {
  const { fault } = match(spec);

  expect(fault?.note).toEqual({ id: 'fault-1', ...note });
  expect([fault?.effect('before-commit'), fault?.effect('after-commit')]).toEqual([before, after]);
});

test('a request counts once, and frees its place for another if nothing has come of it', async () => {
  const faults = new Faults(() => 0);
  const handle = faults.add({ ...LIST, times: 2 });
  const next = () => faults.match('listSecrets', noView);
  const [first, second, third] = [next(), next(), next()];
  second?.end();
  const fourth = next();
  for (const each of [first, first, fourth]) each?.meet();
  first?.end();

  expect([third, next(), first?.isMet, second?.isMet]).toEqual([undefined, undefined, true, false]);
  expect([handle.met, handle.isUsedUp]).toEqual([2, true]);
  await expect(handle.whenMet(2)).resolves.toBeUndefined();
});

test('who waits for a fault hears as soon as it was met that often, and that it is gone before', async () => {
  const { faults, handle, fault } = match({ status: 503 });
  const heard: string[] = [];
  const [once, twice] = [handle.whenMet(), handle.whenMet(2)];
  void once.then(() => heard.push('once'));
  void twice.then(() => heard.push('twice')).catch(() => heard.push('gone'));

  fault?.meet();
  await once;
  const before = [...heard];
  handle.remove();

  const says = (count: number) =>
    `fault-1 was removed, or the emulator reset, before it applied to ${count} requests: 1.`;
  await expect(twice).rejects.toThrow(says(2));
  await expect(handle.whenMet(3)).rejects.toThrow(says(3));
  await expect(handle.whenMet()).resolves.toBeUndefined();
  expect([before, heard]).toEqual([['once'], ['once', 'gone']]);
  expect([faults.list(), faults.find('fault-1'), faults.match('listSecrets', noView)]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});

test('faults are found by their ids, which are never used twice, and the first that applies wins', () => {
  const faults = new Faults(() => 0);
  const [first, second] = [faults.add(LIST), faults.add({ ...LIST, operation: '*' })];
  const won = [faults.match('listSecrets', noView), faults.match('listBuckets', noView)].map((each) => each?.note.id);
  first.remove();
  const third = faults.add(LIST);

  expect(won).toEqual(['fault-1', 'fault-2']);
  expect([second.id, third.id, faults.find('fault-3')]).toEqual(['fault-2', 'fault-3', third]);
  expect([faults.list(), faults.active()]).toEqual([
    [second, third],
    [second, third],
  ]);
});

test.each([
  [0.49, true],
  [0.5, false],
])('a fault of probability 0.5 applies to a draw of %f: %s', (drawn, applies) => {
  const faults = new Faults(() => drawn);
  faults.add({ ...LIST, probability: 0.5 });

  expect(faults.match('listSecrets', noView) !== undefined).toBe(applies);
});

test('where the data plane is elsewhere, no fault of it is added', () => {
  const faults = new Faults(() => 0, 'Objects are in a cluster.');

  expect(() => faults.add({ operation: 'PutObject', status: 503 })).toThrow(
    expect.objectContaining({ code: 'not_implemented', message: 'Objects are in a cluster.', field: 'operation' }),
  );
  expect(faults.add(LIST).id).toBe('fault-1');
});

test.each([
  ['a reset', (faults: Faults) => faults.end(), [false, false], [true, true]],
  ['a stop', (faults: Faults) => faults.stop(), [true, false], [true, false]],
  ['the end of the grace period', (faults: Faults) => faults.endDelays(), [false, false], [false, false]],
])('after %s requests that waited go on: %j, and later ones may wait: %j', async (_what, act, goOn, wait) => {
  const faults = new Faults(() => 0);
  faults.add({ operation: 'listSecrets', delayMs: 20 });
  const pause = faults.add({ operation: 'listBuckets', pause: true });
  const waitBoth = () =>
    (['listSecrets', 'listBuckets'] as const).map((name) => faults.match(name, noView)?.wait('before-commit'));
  const waits = waitBoth();

  act(faults);
  pause.release();

  expect(await Promise.all(waits)).toEqual(goOn);
  expect(await Promise.all(waitBoth())).toEqual(wait);
  expect(pause.held).toBe(0);
});
