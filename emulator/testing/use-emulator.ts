import { Emulator, type EmulatorOptions } from '../index';

/** How to start the emulator of a test file. */
export interface UseEmulatorOptions extends EmulatorOptions {
  /**
   * Whether the emulator is reset before each test. Default true. With false everything stays: give each test its own
   * `newProject()`, which also lets the tests of one file run at the same time.
   */
  readonly reset?: boolean;
}

/** The three hooks required of a test runner. */
export interface Hooks {
  readonly beforeAll: (act: () => Promise<void>) => unknown;
  readonly beforeEach: (act: () => void) => unknown;
  readonly afterAll: (act: () => Promise<void>) => unknown;
}

/**
 * Starts an emulator before the tests of the calling file (or `describe` block), resets it before each, and stops it after them.
 *
 * The returned emulator works from the first `beforeAll` that is registered later until the tests have ended. Any use before or
 * after that throws.
 */
export function useEmulatorWith(
  { beforeAll, beforeEach, afterAll }: Hooks,
  { reset = true, ...options }: UseEmulatorOptions = {},
): Emulator {
  let running: Emulator | undefined;
  beforeAll(async () => {
    running = await Emulator.start(options);
  });
  if (reset) beforeEach(() => running?.reset());
  afterAll(async () => {
    await running?.stop();
    running = undefined;
  });
  return new Proxy(Object.create(Emulator.prototype) as Emulator, {
    get(_, name) {
      if (!running)
        throw new Error(`The emulator runs only during its tests: "${String(name)}" was read outside of them.`);
      const member: unknown = Reflect.get(running, name, running);
      return typeof member === 'function' ? member.bind(running) : member;
    },
  });
}
