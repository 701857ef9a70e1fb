import { Emulator, type EmulatorOptions } from '../index';

/** How to start the emulator of a test file. */
export interface UseEmulatorOptions extends EmulatorOptions {
  /**
   * Whether each test begins with an emulator as it was started. Default true. With false everything stays: give each test
   * `newProject()`, which also lets tests of one file run at the same time.
   */
  readonly reset?: boolean;
}

/** The three hooks of a test runner that this needs. */
export interface Hooks {
  readonly beforeAll: (act: () => Promise<void>) => unknown;
  readonly beforeEach: (act: () => void) => unknown;
  readonly afterAll: (act: () => Promise<void>) => unknown;
}

/**
 * Starts an emulator before the tests of the file (or `describe` block) it is called in, resets it before each, and stops it
 * after them.
 *
 * What it gives is that emulator, from the first `beforeAll` that was registered later until its tests are over; to use it
 * before or after is an error.
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
