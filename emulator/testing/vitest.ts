import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Emulator } from '../index';
import { type UseEmulatorOptions, useEmulatorWith } from './use-emulator';
import { endOf, nameOf, type VitestTask } from './vitest-task';

export type { UseEmulatorOptions };

/** No time limit. */
const FOREVER = 0;

/** Provides an emulator for the tests of a Vitest file (or `describe` block): started before them, reset before each, stopped after them. */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  const runner = {
    beforeAll,
    beforeEach: (act: (name: string) => void) => beforeEach(({ task }) => act(nameOf(task as VitestTask))),
    afterEach: (act: (test: ReturnType<typeof endOf>) => Promise<void>) =>
      afterEach(({ task }) => act(endOf(task as VitestTask)), FOREVER),
    afterAll,
  };
  return useEmulatorWith(runner, options);
}
