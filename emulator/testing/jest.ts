import type { Emulator } from '../index';
import { type EndedTest, type UseEmulatorOptions, useEmulatorWith } from './use-emulator';
import { endOf, type VitestTask } from './vitest-task';

export type { UseEmulatorOptions };

/** Longest time limit that Jest takes, in milliseconds: 24 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** Jest's globals, as far as they are used here. */
interface Globals {
  beforeAll(act: () => Promise<void>): void;
  beforeEach(act: () => void): void;
  afterEach(act: (context?: unknown) => Promise<void>, timeoutMs: number): void;
  afterAll(act: () => Promise<void>): void;
  readonly expect?: { getState?(): { readonly currentTestName?: string } };
}

/**
 * Provides an emulator for the tests of a Jest file (or `describe` block): started before them, reset before each, stopped after
 * them. Uses Jest's global hooks, so it works with every runner that has these; `keepOnFailure` works in Jest and in Vitest.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  const globals = globalThis as unknown as Globals;
  const name = () => globals.expect?.getState?.().currentTestName;
  const runner = {
    beforeAll: (act: () => Promise<void>) => globals.beforeAll(act),
    beforeEach: (act: (name: string | undefined) => void) => globals.beforeEach(() => act(name())),
    // A parameter would be a callback to Jest, for which it waits.
    afterEach: (act: (test: EndedTest) => Promise<void>) =>
      globals.afterEach((...given) => act({ name: name(), failure: failureOf(given[0]) }), LONGEST_MS),
    afterAll: (act: () => Promise<void>) => globals.afterAll(act),
  };
  return useEmulatorWith(runner, options);
}

/** Jest tells no hook whether the test failed. Its own runner has it in a global that is named by a symbol. */
function failureOf(context: unknown): string | undefined {
  const { task } = (context ?? {}) as { readonly task?: VitestTask };
  if (task) return endOf(task).failure;
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol && (Reflect.get(globalThis, symbol) as JestState | undefined);
  const [error] = state?.currentlyRunningTest?.errors ?? [];
  if (error === undefined) return undefined;
  const thrown: unknown = Array.isArray(error) ? (error[0] ?? error[1]) : error;
  return thrown instanceof Error || hasMessage(thrown) ? thrown.message : 'it failed';
}

interface JestState {
  readonly currentlyRunningTest?: { readonly errors: readonly unknown[] } | null;
}

const hasMessage = (thrown: unknown): thrown is { readonly message: string } =>
  typeof (thrown as { message?: unknown } | null)?.message === 'string';
