import type { Emulator } from '../index';
import { type Hooks, type UseEmulatorOptions, useEmulatorWith } from './use-emulator';

export type { UseEmulatorOptions };

/**
 * Provides an emulator for the tests of a Jest file (or `describe` block): started before them, reset before each, stopped after
 * them. Uses Jest's global hooks, so it works with every runner that has these.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  return useEmulatorWith(globalThis as unknown as Hooks, options);
}
