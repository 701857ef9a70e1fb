import { expect, test } from 'vitest';
import { Throttle } from '../../../provider/client/throttle';
import { TestTime } from './fixture';

test('lets everyone through until the server asks to wait', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);

  await throttle.turn();
  await throttle.turn();

  expect(time.slept).toEqual([]);
});

test('a pause holds everyone back, and afterwards they keep their distance', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  const began = time.now();
  throttle.pauseFor(1_000);
  const turns: number[] = [];
  const take = async () => {
    await throttle.turn();
    turns.push(time.now() - began);
  };

  await take();
  await take();
  await take();

  expect(turns).toEqual([1_000, 1_020, 1_040]);
});

test('a second pause moves back those who wait already', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  throttle.pauseFor(1_000);
  const began = time.now();
  const waiting = throttle.turn();

  throttle.pauseFor(5_000);
  await waiting;

  expect(time.now() - began).toBeGreaterThanOrEqual(5_000);
});

test('the distance doubles with each pause', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  for (let count = 0; count < 3; count += 1) throttle.pauseFor(0);

  await throttle.turn();
  await throttle.turn();

  expect(time.slept).toEqual([80]);
});

test('the distance grows with each pause and goes away with success', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  for (let count = 0; count < 20; count += 1) throttle.pauseFor(0);
  await throttle.turn();
  await throttle.turn();
  const [slowest] = time.slept;

  for (let count = 0; count < 200; count += 1) throttle.succeeded();
  time.advance(10_000);
  await throttle.turn();
  await throttle.turn();

  expect(slowest).toBe(1_000);
  expect(time.slept).toHaveLength(1);
});

test('each success takes a tenth off the distance, which ends below a millisecond', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  throttle.pauseFor(0);
  const distances: number[] = [];
  const measure = async () => {
    time.advance(10_000);
    const began = time.slept.length;
    await throttle.turn();
    await throttle.turn();
    distances.push(time.slept.slice(began).reduce((sum, ms) => sum + ms, 0));
  };

  await measure();
  throttle.succeeded();
  await measure();
  for (let count = 0; count < 30; count += 1) throttle.succeeded();
  await measure();

  expect(distances).toEqual([20, 18, 0]);
});

test('P42: whoever would wait beyond the limit is told how long, at once', async () => {
  const time = new TestTime();
  const throttle = new Throttle(time);
  throttle.pauseFor(60_000);

  expect(await throttle.turn(undefined, time.now() + 59_999)).toBe(60_000);
  expect(time.slept).toEqual([]);
  expect(await throttle.turn(undefined, time.now() + 60_000)).toBe(0);
  expect(time.slept).toEqual([60_000]);
});
