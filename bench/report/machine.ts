import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os';

/** Versions of the participating programs, by name. */
export type Versions = Readonly<Record<string, string>>;

/** Where and when something was measured, without anything that identifies the owner of the machine. */
export interface Circumstances {
  /** `2026-11-21` */
  readonly date: string;
  readonly machine: string;
  readonly versions: Versions;
  /** Mean number of runnable processes in the minute before, at the beginning and at the end. */
  readonly loadBefore: number;
  readonly loadAfter: number;
}

/** Records the circumstances at the beginning of a run; call the returned function at its end. */
export function observe(versions: Versions): () => Circumstances {
  const loadBefore = load();
  const date = new Date().toISOString().slice(0, 10);
  return () => ({ date, machine: machine(), versions, loadBefore, loadAfter: load() });
}

/** The circumstances as one sentence. */
export function describe({ date, machine, versions, loadBefore, loadAfter }: Circumstances): string {
  const list = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `${date}, ${machine}`,
    ...(list.length > 0 ? [list.join(', ')] : []),
    `load average ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after.`,
  ].join('; ');
}

function machine(): string {
  const model = cpus()[0]?.model.trim().replace(/\s+/g, ' ') ?? 'an unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  // Only the beginning of the kernel's version: the rest can name the host's owner.
  const kernel = /^\d+\.\d+/.exec(release())?.[0] ?? '';
  const system = { linux: 'Linux', darwin: 'Darwin', win32: 'Windows' }[platform() as string] ?? platform();
  return `${availableParallelism()} cores of ${model}, ${memory} GiB, ${system} ${kernel}`;
}

const load = () => loadavg()[0] ?? 0;
