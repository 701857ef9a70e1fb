import type { Emulator } from '../index';
import { type Hooks, type UseEmulatorOptions, useEmulatorWith } from './use-emulator';

export type { UseEmulatorOptions };

/**
 * An emulator for the tests of a Jest file (or `describe` block): started before them, as good as new for each, stopped after
 * them. Takes Jest's global hooks, so it serves every runner that has these.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  return useEmulatorWith(globalThis as unknown as Hooks, options);
}
