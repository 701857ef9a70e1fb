/**
 * A stopwatch for one command, run by Bun, which unlike Node reports the CPU time of an ended process:
 *
 *     bun stopwatch-program.ts end|line OUTPUT COMMAND [ARGUMENT…]
 *
 * `end` waits for the command, writes its output to the file OUTPUT, and samples the memory of the processes it starts. `line`
 * waits for the first line on its stdout, then kills it. Both print a `Measured` as JSON.
 */
import { openSync } from 'node:fs';
import { childrenOf, descendants, memoryMib } from '../../scripts/support/process-figures';
import type { Measured } from './stopwatch';

interface Subprocess {
  readonly pid: number;
  readonly stdout: ReadableStream<Uint8Array>;
  readonly exited: Promise<number>;
  kill(signal: 'SIGKILL'): void;
  resourceUsage(): { readonly cpuTime: { readonly total: number | bigint } } | undefined;
}

declare const Bun: { spawn(command: readonly string[], stdio: Readonly<Record<string, string | number>>): Subprocess };

const WATCH_EVERY_MS = 50;
const OVERDUE_MS = 60_000;
const MICROSECONDS_PER_MS = 1000;

const [mode = '', output = '', ...command] = process.argv.slice(2);
const measured = mode === 'line' ? await untilLine() : await untilEnd();
process.stdout.write(`${JSON.stringify(measured)}\n`);

async function untilEnd(): Promise<Measured> {
  const file = openSync(output, 'w');
  const began = performance.now();
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: file, stderr: file });
  let peakMib: number | undefined;
  const watch = setInterval(() => {
    for (const pid of childrenOf(child.pid)) peakMib = Math.max(peakMib ?? 0, memoryMib(pid, 'VmHWM') ?? 0);
  }, WATCH_EVERY_MS);
  const exitCode = await child.exited;
  const wallMs = performance.now() - began;
  clearInterval(watch);
  return { wallMs, cpuMs: cpuOf(child), exitCode, peakMib };
}

async function untilLine(): Promise<Measured> {
  const began = performance.now();
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' });
  const overdue = setTimeout(() => child.kill('SIGKILL'), OVERDUE_MS);
  const line = await firstLine(child.stdout);
  const wallMs = performance.now() - began;
  clearTimeout(overdue);
  const residentMib = memoryMib(child.pid, 'VmRSS');
  for (const pid of descendants(child.pid)) kill(pid);
  const exitCode = await child.exited;
  return { wallMs, cpuMs: cpuOf(child), exitCode, line, residentMib };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function cpuOf(child: Subprocess): number {
  return Number(child.resourceUsage()?.cpuTime.total ?? Number.NaN) / MICROSECONDS_PER_MS;
}
