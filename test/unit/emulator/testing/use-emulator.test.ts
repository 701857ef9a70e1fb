import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useEmulator as useInJest } from '../../../../emulator/testing/jest';
import { type EndedTest, type Runner, useEmulatorWith } from '../../../../emulator/testing/use-emulator';
import { useEmulator } from '../../../../emulator/testing/vitest';
import { endOf, nameOf } from '../../../../emulator/testing/vitest-task';

/** A runner by hand: the hooks as they are registered. */
function byHand() {
  const hooks: { -readonly [Name in keyof Runner]?: Parameters<Runner[Name]>[0] } = {};
  const runner: Runner = {
    beforeAll: (act) => (hooks.beforeAll = act),
    beforeEach: (act) => (hooks.beforeEach = act),
    afterEach: (act) => (hooks.afterEach = act),
    afterAll: (act) => (hooks.afterAll = act),
  };
  return { runner, hooks };
}

describe('in a file of Vitest', () => {
  const emulator = useEmulator({ projects: ['shop'] });

  test.each([1, 2])('each test begins with an emulator that is reset: %i', async () => {
    expect(emulator.inspect.secrets()).toEqual([]);

    emulator.seedFrom({ secrets: [{ name: 'a', project_id: 'shop', value: 'x' }] });

    expect(emulator.inspect.secrets()).toHaveLength(1);
    expect(
      (await fetch(`${emulator.baseUrl}/secrets`, { headers: { authorization: `Bearer ${emulator.token}` } })).status,
    ).toBe(200);
  });
});

describe('with a runner of any kind', () => {
  let written = '';
  beforeEach(() => {
    written = '';
    vi.stubEnv('CI', '');
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test('it runs from the first hook to the last, and throws outside of them', async () => {
    const { runner, hooks } = byHand();
    const emulator = useEmulatorWith(runner);
    const outside = 'The emulator runs only during its tests: "baseUrl" was read outside of them.';

    expect(() => emulator.baseUrl).toThrow(outside);
    await hooks.beforeAll?.();
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(hooks.afterEach).toBeUndefined();
    await hooks.afterAll?.();
    expect(() => emulator.baseUrl).toThrow(outside);
  });

  test.each([
    [undefined, 0],
    [false, 1],
  ])('with reset: %j, %i secrets are left for the next test', async (reset, left) => {
    const { runner, hooks } = byHand();
    const emulator = useEmulatorWith(runner, { projects: ['shop'], ...(reset !== undefined && { reset }) });
    await hooks.beforeAll?.();
    emulator.seedFrom({ secrets: [{ name: 'a', project_id: 'shop', value: 'x' }] });

    hooks.beforeEach?.('a > test');

    expect(emulator.inspect.secrets()).toHaveLength(left);
    await hooks.afterAll?.();
  });

  const fail = async (options: object, ended: EndedTest, inCi = '') => {
    vi.stubEnv('CI', inCi);
    const { runner, hooks } = byHand();
    const emulator = useEmulatorWith(runner, options);
    await hooks.beforeAll?.();
    let isOver = false;
    const waiting = hooks.afterEach?.(ended).then(() => {
      isOver = true;
    });
    await new Promise(setImmediate);
    const waits = waiting !== undefined && !isOver;
    emulator.reset();
    await waiting;
    await hooks.afterAll?.();
    return waits;
  };

  test('after a failing test it waits for a reset if that is wished, and says where to look', async () => {
    expect(await fail({ keepOnFailure: true }, { name: 'a > test', failure: 'expected 1\nto be 2' })).toBe(true);
    expect(written).toContain('\nTest "a > test" failed: expected 1\nThe emulator stays up as the test left it.');
    expect(written).toMatch(/Open it once: http:\/\/127\.0\.0\.1:\d+\/dashboard\/enter\?code=\S+\n/);
    expect(written).toMatch(
      /To go on: curl -X POST http:\/\/127\.0\.0\.1:\d+\/_emulator\/reset {3}To end the run: Ctrl-C\n/,
    );

    await fail({ keepOnFailure: true }, { name: undefined, failure: '' });
    expect(written).toContain('\nA test failed: \n');
  });

  test.each<[string, object, EndedTest, string]>([
    ['passes', { keepOnFailure: true }, { name: 'a', failure: undefined }, ''],
    ['fails without that wish', {}, { name: 'a', failure: 'x' }, ''],
    ['fails where nobody looks', { keepOnFailure: true }, { name: 'a', failure: 'x' }, 'true'],
  ])('a test that %s does not wait', async (_when, options, ended, inCi) => {
    expect(await fail(options, ended, inCi)).toBe(false);
    expect(written).toBe('');
  });
});

test('a test of Vitest has the names of its blocks, and its first error, unless it is expected to fail', () => {
  const suite = { name: 'inner', suite: { name: 'outer', suite: { name: '' } } };
  const failed = { state: 'fail', errors: [{ message: 'first' }, { message: 'second' }] };

  expect(nameOf({ name: 'test', suite })).toBe('outer > inner > test');
  expect(nameOf({ name: 'test' })).toBe('test');
  expect(endOf({ name: 'test', suite, result: failed })).toEqual({ name: 'outer > inner > test', failure: 'first' });
  expect(endOf({ name: 'test', result: { state: 'fail', errors: [] } }).failure).toBe('it failed');
  expect(endOf({ name: 'test', result: { state: 'fail' } }).failure).toBe('it failed');
  for (const task of [{ result: { state: 'pass' } }, { fails: true, result: failed }, {}])
    expect(endOf({ name: 'test', ...task }).failure).toBeUndefined();
});

describe('with the hooks of Jest', () => {
  const use = (currentTestName?: string) => {
    const hooks: Record<string, (...given: unknown[]) => unknown> = {};
    for (const name of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll'])
      vi.stubGlobal(name, (act: (...given: unknown[]) => unknown) => (hooks[name] = act));
    vi.stubGlobal('expect', { getState: () => ({ currentTestName }) });
    vi.stubEnv('CI', '');
    const emulator = useInJest({ keepOnFailure: true });
    return { emulator, hooks };
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  test.each<[string, unknown, string | undefined]>([
    ['an error', [new Error('told')], 'told'],
    ['nothing', [], undefined],
  ])('a test that threw %s', async (_what, errors, failure) => {
    let written = '';
    const { emulator, hooks } = use('outer test');
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += String(text);
      return true;
    });
    const symbol = Symbol('JEST_STATE_SYMBOL');
    Reflect.set(globalThis, symbol, { currentlyRunningTest: { errors } });
    await hooks.beforeAll?.();
    hooks.beforeEach?.();
    const ended = hooks.afterEach?.();
    await new Promise(setImmediate);
    emulator.reset();
    await ended;
    await hooks.afterAll?.();
    Reflect.deleteProperty(globalThis, symbol);

    expect(written === '' ? undefined : /^\nTest "outer test" failed: (.*)\n/.exec(written)?.[1]).toBe(failure);
  });
});
