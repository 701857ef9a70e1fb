import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUN } from '../../scripts/support/bun';
import { temporaryFolder } from '../../scripts/support/folders';
import { inRoot } from '../../scripts/support/paths';
import { must, type RunOptions } from '../../scripts/support/run';

/** Cost of a command. Memory is undefined where the system does not report it. */
export interface Measured {
  readonly wallMs: number;
  /** User and system time of the command and of every process it waited for. */
  readonly cpuMs: number;
  readonly exitCode: number;
  /** First line of its output, if the measurement waited for it. */
  readonly line?: string;
  /** Resident memory of the command when that line appeared. */
  readonly residentMib?: number | undefined;
  /** Peak memory of any process that the command started, sampled every 50 ms. */
  readonly peakMib?: number | undefined;
}

interface Command extends Pick<RunOptions, 'cwd' | 'env'> {
  readonly command: readonly [executable: string, ...args: string[]];
}

/** Measures a command to its end. Throws unless it exits with 0. */
export async function measureToEnd(command: Command): Promise<Measured> {
  await using folder = await temporaryFolder('coffer-bench-output-');
  const output = join(folder.path, 'output');
  const measured = await stopwatch('end', output, command);
  if (measured.exitCode !== 0) throw failure(command, measured, await readFile(output, 'utf8'));
  return measured;
}

/** Measures until the first line on stdout, then kills the command. Throws unless the line matches `expected`. */
export async function measureToLine(command: Command, expected: RegExp): Promise<Measured> {
  const measured = await stopwatch('line', '-', command);
  if (!expected.test(measured.line ?? '')) throw failure(command, measured, `first line: ${measured.line}`);
  return measured;
}

async function stopwatch(mode: 'end' | 'line', output: string, { command, ...options }: Command): Promise<Measured> {
  const program = inRoot('bench', 'support', 'stopwatch-program.ts');
  const { stdout } = await must(BUN, [program, mode, output, ...command], options);
  return JSON.parse(stdout) as Measured;
}

function failure({ command }: Command, { exitCode }: Measured, output: string): Error {
  return new Error(`${command.join(' ')} ended with ${exitCode}\n${output.slice(-4_000)}`);
}
