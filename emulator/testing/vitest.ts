import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Emulator } from '../index';
import { type UseEmulatorOptions, useEmulatorWith } from './use-emulator';

export type { UseEmulatorOptions };

/**
 * Provides an emulator for the tests of a Vitest file (or `describe` block): started before them, reset before each, stopped
 * after them.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  return useEmulatorWith({ beforeAll, beforeEach, afterAll }, options);
}
