import { readFileSync } from 'node:fs';

/** Length of a tick in `/proc/…/stat`: Linux reports 100 per second on every architecture that Node runs on. */
const MS_PER_TICK = 10;

/** Total CPU time of all processes; NaN if that of one is unknown. */
export function cpuMsOfAll(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuMs(pid) ?? Number.NaN), 0);
}

/** User and system time of a process so far, with all its threads but without its children. Undefined where there is no `/proc`. */
export function cpuMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the last parenthesis may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return undefined;
  }
}
