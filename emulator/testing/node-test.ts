import { after, afterEach, before, beforeEach } from 'node:test';
import type { Emulator } from '../index';
import { type EndedTest, type UseEmulatorOptions, useEmulatorWith } from './use-emulator';

export type { UseEmulatorOptions };

/** What hooks are told of a test; the types of Node know less of it. */
interface NodeTest {
  readonly name: string;
  readonly fullName?: string;
  readonly passed?: boolean;
  readonly error?: { readonly message: string; readonly cause?: unknown } | null;
}

/**
 * Provides an emulator for the tests of a file (or `describe` block) of Node's own test runner: started before them, reset before
 * each, stopped after them.
 */
export function useEmulator(options?: UseEmulatorOptions): Emulator {
  const runner = {
    beforeAll: before,
    beforeEach: (act: (name: string) => void) => beforeEach((test) => act(nameOf(test as unknown as NodeTest))),
    afterEach: (act: (test: EndedTest) => Promise<void>) =>
      afterEach((test) => act(endOf(test as unknown as NodeTest))),
    afterAll: after,
  };
  return useEmulatorWith(runner, options);
}

const nameOf = ({ name, fullName = name }: NodeTest) => fullName;

function endOf(test: NodeTest): EndedTest {
  const { passed, error } = test;
  const { cause } = error ?? {};
  const message = cause instanceof Error ? cause.message : error?.message;
  return { name: nameOf(test), failure: passed === false ? (message ?? 'it failed') : undefined };
}
