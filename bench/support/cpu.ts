import { readFileSync } from 'node:fs';

/** Length of a tick of `/proc/…/stat`: Linux tells 100 to the second on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** That of all of them together; NaN where one is not known. */
export function cpuMsOfAll(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0);
}

/** User and system time of a process so far, all its threads, not its children. Undefined where there is no `/proc`. */
export function cpuMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
