/** Figures that Linux has of processes, in `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';

/** Length of a tick in `/proc/…/stat`: Linux reports 100 per second on every architecture that Node runs on. */
const MS_PER_TICK = 10;
const KIB_PER_MIB = 1024;

/** User and system time of the processes so far, with all threads but without children. NaN if that of one is unknown. */
export function cpuMs(...pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = read(`/proc/${pid}/stat`);
    // The name before the last parenthesis may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  }, 0);
}

/** MiB of a process and all its descendants: `VmRSS`, now, or `VmHWM`, the peak. Undefined without `/proc`, and for a process that has ended. */
export function memoryMib(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const found = descendants(pid).flatMap((each) => {
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${each}/status`))?.[1];
    return kib === undefined ? [] : [Number(kib) / KIB_PER_MIB];
  });
  return found.length === 0 ? undefined : found.reduce((sum, each) => sum + each);
}

export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** The process itself, then all its descendants. */
export function descendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}

const read = (path: string): string => orElse(() => readFileSync(path, 'utf8'), '');

const list = (path: string): string[] => orElse(() => readdirSync(path), []);

// A process may end between any two reads.
function orElse<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
