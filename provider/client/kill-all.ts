import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from './attempt';

/** A process that was started as the leader of its own group. */
type Started = Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>;

/** True if the process has ended, by itself or by a signal. Its descendants may still be running. */
export const hasEnded = ({ exitCode, signalCode }: Started) => exitCode !== null || signalCode !== null;

/**
 * Kills a process with its group, and on Linux also its descendants in other groups, unless their parent has ended; on Windows its descendants. If it
 * has ended, only what is left of its group, on Windows nothing; if it was never started, nothing. Does not wait until they have ended. Never throws.
 */
export function killAll(child: Started): void {
  const { pid } = child;
  if (pid === undefined) return;
  const isOver = hasEnded(child);
  // No system reuses an id while a group has it: if a process has this id now, it is not ours.
  if (isOver && isTaken(pid)) return;
  if (process.platform === 'win32') {
    attempt(() => spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {}));
    return;
  }
  // Collected first: the children of a killed process can no longer be found through it. Any of them may have ended by now, or lead no group.
  const others = isOver ? [] : descendantsOf(pid);
  for (const group of [pid, ...others]) attempt(() => process.kill(-group, 'SIGKILL'));
  for (const one of others) attempt(() => process.kill(one, 'SIGKILL'));
}

/** True if a process with this id exists, even one of another account. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The descendants of a process, except those whose parent has ended; none where the system has no /proc. */
function descendantsOf(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads
    .map((thread) => attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')) ?? '')
    .flatMap((children) => children.split(' ').filter(Boolean).map(Number))
    .flatMap((child) => [child, ...descendantsOf(child)]);
}
