import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, vi } from 'vitest';

declare global {
  /** Mutants whose place the test file has executed. */
  var mutantProbes: Set<string> | undefined;
}

// Code that runs on module load must be recorded in each test file that loads the module, not only in the first.
vi.resetModules();
const seen = new Set<string>();
globalThis.mutantProbes = seen;
let file: string | undefined;

beforeAll(() => {
  file = expect.getState().testPath;
});

afterAll(() => {
  appendFileSync(process.env.MUTANT_PROBES ?? '', `${JSON.stringify({ file, mutants: [...seen] })}\n`);
});
