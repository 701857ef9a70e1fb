import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import { ROOT } from '../support/paths';
import { BY_PROCESSES } from './probes';
import { hashOf, KEPT } from './results';

declare global {
  /** Mutants whose place the test file has executed. */
  var mutantProbes: Set<string> | undefined;
}

// Code that runs on module load must be recorded in each test file that loads the module, not only in the first.
vi.resetModules();
const startedAt = performance.now();
const seen = new Set<string>();
globalThis.mutantProbes = seen;
let path = '';
let failed = false;
rmSync(BY_PROCESSES, { force: true });

beforeAll(() => {
  path = expect.getState().testPath ?? '';
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') failed = true;
});

// A file that fails covers nothing: it could not detect anything.
afterAll(() => {
  const file = relative(ROOT, path);
  if (failed) console.error(`${file} fails with the probes`);
  const hash = hashOf(readFileSync(path, 'utf8'));
  const ms = Math.ceil(performance.now() - startedAt);
  const byProcesses = existsSync(BY_PROCESSES) ? readFileSync(BY_PROCESSES, 'utf8').split('\n').filter(Boolean) : [];
  const mutants = failed ? [] : [...new Set([...seen, ...byProcesses])];
  appendFileSync(`${KEPT}/coverage.jsonl`, `${JSON.stringify({ file, hash, ms, mutants })}\n`);
});
