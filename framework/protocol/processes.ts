import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { basename } from 'node:path';

/** A process and its environment variables at its start. */
export interface SeenProcess {
  readonly pid: number;
  readonly env: Readonly<Record<string, string>>;
}

/** A line of `/proc/net/unix` for a connected socket without a path: the client's side, or either side of a socket pair. */
const CONNECTED = /^\w+: \w+ \w+ \w+ \w+ 03 +(\d+)$/;

/** The first file descriptor after standard input, output and error. */
const FIRST_OWN = 3;

/** The processes of this machine, read anew by each method: of this account on Linux; else only `descendantsOf` finds some, not on Windows. */
export class Processes {
  constructor(
    private readonly root = '/proc',
    private readonly platform: NodeJS.Platform = process.platform,
  ) {}

  /** The processes with `text` as a part of the variable `name`. Searching `among` some process ids is faster than among all. */
  carrying(name: string, text: string, among: readonly number[] = this.#ids()): readonly SeenProcess[] {
    return among.flatMap((pid) => {
      const bytes = this.#read(pid, 'environ') ?? '';
      if (!bytes.includes(text)) return [];
      const env = toVariables(bytes);
      return env[name]?.includes(text) ? [{ pid, env }] : [];
    });
  }

  /** True for a plugin, which only its host may end: SIGTERM would end another vendor's provider in the middle of a create. */
  isPlugin(pid: number): boolean {
    return toVariables(this.#read(pid, 'environ') ?? '').TF_PLUGIN_MAGIC_COOKIE !== undefined;
  }

  /** True if a process ignores a signal. For this process the result is right on Bun only, because Node resets ignored signals. */
  ignores(pid: number, signal: NodeJS.Signals): boolean {
    const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(this.#read(pid, 'status') ?? '')?.[1] ?? '0';
    return (BigInt(`0x${mask}`) & (1n << BigInt(constants.signals[signal] - 1))) !== 0n;
  }

  /** Ids of the descendants of a process, except those whose parent has ended, and outside of Linux, plugins. */
  descendantsOf(pid: number): readonly number[] {
    const childrenOf =
      this.platform === 'linux' ? (parent: number) => this.#childrenOf(parent) : listChildren(this.platform);
    const found = new Set<number>();
    for (const todo = [pid]; todo.length > 0; ) {
      const more = childrenOf(todo.pop() ?? 0).filter((id) => !found.has(id));
      for (const id of more) found.add(id);
      todo.push(...more);
    }
    return [...found];
  }

  /** The working directory of a process; undefined if it cannot be read. */
  folderOf(pid: number): string | undefined {
    return this.#link(pid, 'cwd');
  }

  /** The file name of the program of a process; undefined if it cannot be read. */
  programOf(pid: number): string | undefined {
    const path = this.#link(pid, 'exe');
    return path === undefined ? undefined : basename(path);
  }

  /** Inodes of the Unix sockets that connect each process to others, by process id: not of servers, nor of standard input, output and error. */
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

  #childrenOf(pid: number): readonly number[] {
    const threads = attempt(() => readdirSync(`${this.root}/${pid}/task`)) ?? [];
    return threads.flatMap((thread) =>
      (this.#read(pid, `task/${thread}/children`) ?? '').split(' ').filter(Boolean).map(Number),
    );
  }

  #read(pid: number, file: string): string | undefined {
    return attempt(() => readFileSync(`${this.root}/${pid}/${file}`, 'utf8'));
  }

  #link(pid: number, file: string): string | undefined {
    return attempt(() => readlinkSync(`${this.root}/${pid}/${file}`));
  }
}

/** Lists the children of each process with `ps`, itself included, but no plugins, which it tells by their name; finds none on Windows. */
function listChildren(platform: NodeJS.Platform): (pid: number) => readonly number[] {
  if (platform === 'win32') return () => [];
  const { stdout } = spawnSync('ps', ['-Aww', '-o', 'pid=,ppid=,comm='], { encoding: 'latin1' });
  const lines = (stdout ?? '').split('\n').filter((line) => !/\bterraform-provi[^/]*$/.test(line)); // Linux cuts names
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return (pid) => all.flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));
}

const toVariables = (environ: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environ
      .split('\0')
      .map((entry) => [entry.split('=', 1)[0] ?? '', entry.slice(entry.indexOf('=') + 1)] as const)
      .filter(([name]) => name !== ''),
  );

/** Undefined if reading fails: the process has ended, or belongs to another account. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
