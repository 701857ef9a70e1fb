import { Emulator, type EmulatorOptions } from '../index';

/** How to start the emulator of a test file. */
export interface UseEmulatorOptions extends EmulatorOptions {
  /**
   * Whether the emulator is reset before each test. Default true. With false everything stays: give each test its own
   * `newProject()`, which also lets the tests of one file run at the same time.
   */
  readonly reset?: boolean;
  /**
   * After a failing test the run waits: the emulator stays up as the test left it, and a link to its dashboard is printed. The run goes
   * on after a reset, and ends with Ctrl-C. Default false; has no effect where `CI` is set, since nobody looks there.
   */
  readonly keepOnFailure?: boolean;
}

/** The hooks required of a test runner, and what it tells them. */
export interface Runner {
  readonly beforeAll: (act: () => Promise<void>) => unknown;
  readonly beforeEach: (act: (name: string | undefined) => void) => unknown;
  /** `act` may take for as long as it likes. */
  readonly afterEach: (act: (test: EndedTest) => Promise<void>) => unknown;
  readonly afterAll: (act: () => Promise<void>) => unknown;
}

/** A test that has ended. */
export interface EndedTest {
  readonly name: string | undefined;
  /** What went wrong; undefined: it passed. */
  readonly failure: string | undefined;
}

/**
 * Starts an emulator before the tests of the calling file (or `describe` block), resets it before each, and stops it after them. The journal has a
 * mark where each test began, and the dashboard says whose reset it was.
 *
 * The returned emulator works from the first `beforeAll` that is registered later until the tests have ended. Any use before or after that throws.
 */
export function useEmulatorWith(
  { beforeAll, beforeEach, afterEach, afterAll }: Runner,
  { reset = true, keepOnFailure = false, ...options }: UseEmulatorOptions = {},
): Emulator {
  let running: Emulator | undefined;
  beforeAll(async () => {
    running = await Emulator.start(options);
  });
  beforeEach((name) => {
    if (reset) running?.reset({ by: name });
    if (name !== undefined) running?.journal.mark(`test "${name}" began`);
  });
  if (keepOnFailure && !process.env.CI) {
    afterEach(async ({ name, failure }) => {
      if (failure === undefined || !running) return;
      process.stderr.write(keptNotice(running, name, failure));
      await running.whenReset();
    });
  }
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

function keptNotice(emulator: Emulator, name: string | undefined, failure: string): string {
  const [first = ''] = failure.split('\n', 1);
  return `
${name === undefined ? 'A test' : `Test "${name}"`} failed: ${first}
The emulator stays up as the test left it. Open it once: ${emulator.dashboardLink('/journal')}
To go on: curl -X POST ${emulator.baseUrl}/_emulator/reset   To end the run: Ctrl-C

`;
}
