import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that was started as the leader of a group of its own. */
type Started = Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>;

/** Whether it has ended by itself or by a signal. What it started may go on. */
export const hasEnded = ({ exitCode, signalCode }: Started) => exitCode !== null || signalCode !== null;

/**
 * Kills a process with its group, and on Linux also what it started in groups of their own. Of one that has ended, its group is left to
 * kill.
 */
export function killAll(child: Started): void {
  const { pid } = child;
  if (pid === undefined) return;
  const isOver = hasEnded(child);
  // No system gives an id again while a group has it: whoever has this one now is somebody else.
  if (isOver && isTaken(pid)) return;
  if (process.platform === 'win32') {
    kill(() => spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }));
    return;
  }
  // Found first: the children of a process that was killed are nobody's.
  const others = isOver ? [] : descendantsOf(pid);
  for (const group of [pid, ...others]) kill(() => process.kill(-group, 'SIGKILL'));
  for (const one of others) kill(() => process.kill(one, 'SIGKILL'));
}

/** Whether there is a process with this id, whoever it belongs to. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

function kill(attempt: () => void): void {
  try {
    attempt();
  } catch {
    // It has ended by itself, or leads no group.
  }
}

/** What a process has started, and what that has started; nothing where the system has no /proc. */
function descendantsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')
        .split(' ')
        .filter(Boolean)
        .map(Number);
      return children.flatMap((child) => [child, ...descendantsOf(child)]);
    });
  } catch {
    return [];
  }
}
