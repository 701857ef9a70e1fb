import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A process and the variables that it was started with. */
export interface SeenProcess {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

/** A Unix socket in `/proc/net/unix` that is connected and has no path: the side that connected. */
const CONNECTED = /^\w+: \w+ \w+ \w+ \w+ 03 +(\d+)$/;

/** The first file descriptor after standard input, output and error. */
const FIRST_OWN = 3;

/**
 * The processes of this machine. What they were started with, and what they have open, is seen on Linux only and of this account
 * only: elsewhere nothing is found. What ends meanwhile is left out.
 */
export class Processes {
  constructor(
    private readonly root = '/proc',
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  /** The processes that were started with `text` in the variable `name`. */
  carrying(name: string, text: string): readonly SeenProcess[] {
    return this.#ids().flatMap((pid) => {
      const bytes = this.#read(pid, 'environ') ?? '';
      if (!bytes.includes(text)) return [];
      const env = toVariables(bytes);
      return env[name]?.includes(text) ? [{ pid, env }] : [];
    });
  }

  /** Whether a process is a plugin, which is for its host to end: SIGTERM would end another vendor's provider in the middle of a create. */
  isPlugin(pid: number): boolean {
    return toVariables(this.#read(pid, 'environ') ?? '').TF_PLUGIN_MAGIC_COOKIE !== undefined;
  }

  /** Every process that this one has started, directly or not, but for those whose parent has ended. */
  descendantsOf(pid: number): readonly number[] {
    const children = Map.groupBy(this.#parents(), ([, parent]) => parent);
    const found = new Set<number>();
    for (const todo = [pid]; todo.length > 0; ) {
      const more = (children.get(todo.pop() ?? 0) ?? []).map(([id]) => id).filter((id) => !found.has(id));
      for (const id of more) found.add(id);
      todo.push(...more);
    }
    return [...found];
  }

  /** The folder that a process runs in. */
  folderOf(pid: number): string | undefined {
    return this.#link(pid, 'cwd');
  }

  /** The name of a process's program. */
  programOf(pid: number): string | undefined {
    const path = this.#link(pid, 'exe');
    return path === undefined ? undefined : basename(path);
  }

  /** The Unix sockets by which processes are connected to others: those that they opened, without standard input and output. */
  connectionsOf(pids: readonly number[]): ReadonlyMap<number, readonly string[]> {
    const connected = new Set(
      (attempt(() => readFileSync(`${this.root}/net/unix`, 'latin1')) ?? '')
        .split('\n')
        .flatMap((line) => CONNECTED.exec(line)?.slice(1) ?? []),
    );
    return new Map(
      pids.map((pid) => [
        pid,
        (attempt(() => readdirSync(`${this.root}/${pid}/fd`)) ?? [])
          .filter((fd) => Number(fd) >= FIRST_OWN)
          .map((fd) => /^socket:\[(\d+)\]$/.exec(this.#link(pid, `fd/${fd}`) ?? '')?.[1] ?? '')
          .filter((inode) => connected.has(inode)),
      ]),
    );
  }

  #ids(): number[] {
    if (this.platform !== 'linux') return [];
    return (attempt(() => readdirSync(this.root)) ?? []).filter((name) => /^\d+$/.test(name)).map(Number);
  }

  /** Each process with its parent. */
  #parents(): [pid: number, parent: number][] {
    if (this.platform === 'win32') return [];
    if (this.platform !== 'linux') {
      const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'latin1' });
      return (stdout ?? '').split('\n').flatMap((line) => toPair(line.trim().split(/\s+/)));
    }
    // The name of a program, in parentheses, may hold anything.
    return this.#ids().flatMap((pid) =>
      toPair([String(pid), /\) \S (\d+) [^)]*$/.exec(this.#read(pid, 'stat') ?? '')?.[1] ?? '']),
    );
  }

  #read(pid: number, file: string): string | undefined {
    return attempt(() => readFileSync(`${this.root}/${pid}/${file}`, 'utf8'));
  }

  #link(pid: number, file: string): string | undefined {
    return attempt(() => readlinkSync(`${this.root}/${pid}/${file}`));
  }
}

const toPair = ([pid, parent]: readonly string[]): [number, number][] =>
  pid && parent ? [[Number(pid), Number(parent)]] : [];

const toVariables = (environ: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environ.split('\0').map((entry) => {
      const at = entry.indexOf('=');
      return [entry.slice(0, at), entry.slice(at + 1)];
    }),
  );

/** Undefined where the process has ended, or belongs to another account. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
