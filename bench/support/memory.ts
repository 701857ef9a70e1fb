import { readdirSync, readFileSync } from 'node:fs';

const KIB_PER_MIB = 1024;

/**
 * Memory of a process and all below it in MiB: `VmRSS`, what is resident now, or `VmHWM`, the most that ever was. Undefined where
 * there is no `/proc`, and for a process that has ended.
 */
export function memoryMib(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const found = descendants(pid).flatMap((each) => {
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${each}/status`))?.[1];
    return kib === undefined ? [] : [Number(kib) / KIB_PER_MIB];
  });
  return found.length === 0 ? undefined : found.reduce((sum, each) => sum + each);
}

/** Processes that the process started, not theirs. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** The process itself, then everything below it. */
export function descendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}

// A process may end between any two looks at it.
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
