import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeGoMessages } from '../../../scripts/sources/go-messages';
import { inRoot } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { executableOf } from '../../real/support/builds';
import { hasToolChain } from '../../real/support/tool-chain';
import { isSeeded, seed } from '../../support/dice';
import { startProcess } from '../../support/emulator-process';

/*
 * Checks the built provider with an independent program in Go that shares none of our code: test/conformance/README.md. A run with a seed has three
 * times as many cases.
 */

const CASES = isSeeded ? 3_000 : 1_000;
const LIMIT_MS = 900_000;

const canRun = await hasToolChain('Go', 'conformance from the outside');
const source = inRoot('test/conformance');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coffer-conformance-'));
  if (canRun) await makeGoMessages();
}, LIMIT_MS);
afterAll(() => rm(folder, { recursive: true }));

describe.runIf(canRun)('conformance from the outside', () => {
  it(
    'keeps the contract with Terraform core, whatever is configured',
    async () => {
      const program = join(folder, 'conformance');
      await must('go', ['build', '-o', program, '.'], { cwd: source });
      const { ready } = await startProcess(['--dialect', 'extended']);

      const told = await run(program, [
        ...['-provider', executableOf('compiled'), '-emulator', ready.baseUrl],
        ...['-seed', String(seed), '-cases', String(CASES)],
      ]);

      expect(told.code, told.output.slice(-20_000)).toBe(0);
      expect(told.stdout).toContain(': 0 findings');
    },
    LIMIT_MS,
  );

  it(
    'knows the rules of Terraform core, and is written as Go is',
    async () => {
      const unformatted = await must('gofmt', ['-l', '.'], { cwd: source });
      await must('go', ['vet', './...'], { cwd: source });
      await must('go', ['test', './...'], { cwd: source });

      expect(unformatted.stdout).toBe('');
    },
    LIMIT_MS,
  );
});
