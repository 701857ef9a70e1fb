import { readdirSync, readFileSync } from 'node:fs';

const KIB_PER_MIB = 1024;

/**
 * Memory of a process and all its descendants in MiB: `VmRSS`, currently resident, or `VmHWM`, the peak. Undefined where there is
 * no `/proc`, and for a process that has ended.
 */
export function memoryMib(pid: number, field: 'VmRSS' | 'VmHWM'): number | undefined {
  const found = descendants(pid).flatMap((each) => {
    const kib = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${each}/status`))?.[1];
    return kib === undefined ? [] : [Number(kib) / KIB_PER_MIB];
  });
  return found.length === 0 ? undefined : found.reduce((sum, each) => sum + each);
}

/** Direct children of the process. */
export function childrenOf(pid: number): number[] {
  return list(`/proc/${pid}/task`).flatMap((task) =>
    read(`/proc/${pid}/task/${task}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** The process itself, then all its descendants. */
export function descendants(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(descendants)];
}

// A process may end between any two reads.
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
