import { after, before, beforeEach } from 'node:test';
import type { Emulator } from '../index';
import { type UseEmulatorOptions, useEmulatorWith } from './use-emulator';

export type { UseEmulatorOptions };

/**
 * Provides an emulator for the tests of a file (or `describe` block) of Node's own test runner: started before them, reset before
 * each, stopped after them.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  return useEmulatorWith({ beforeAll: before, beforeEach, afterAll: after }, options);
}
