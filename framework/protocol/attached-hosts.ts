import type { Attached, Environment, HostProcess } from '../provider';
import { logVariable } from './log';
import type { Processes, SeenProcess } from './processes';
import { REATTACH_VARIABLE } from './reattach';

/** What changes nothing at the service: a difference is told, and not refused. */
const harmless = (typeName: string) => ['TF_LOG', 'TF_LOG_PROVIDER', logVariable(typeName), 'TF_APPEND_USER_AGENT'];

/** Programs of Terraform and OpenTofu, as they are usually called. */
const HOST_PROGRAM = /^(?:terraform|tofu)(?:[-_.]?v?\d.*)?$/;

/**
 * The hosts that a command has started and that attach to this process: on Linux they are those processes that were given our
 * address and have a connection. Node and Bun cannot ask a socket for the process at its other end.
 */
export class AttachedHosts {
  /** The connections that were seen. */
  readonly #known = new Set<string>();
  #latest: readonly SeenProcess[] = [];
  readonly #seen = new Set<number>();
  readonly #told = new Set<string>();

  /**
   * @param typeName the name of the provider
   * @param address the address of this process, as hosts are given it
   * @param tell receives a line for the practitioner
   */
  constructor(
    private readonly typeName: string,
    private readonly address: string,
    private readonly processes: Processes,
    private readonly own: { readonly env: Environment['env']; readonly folder: string },
    private readonly tell: (line: string) => void,
  ) {}

  /** The processes of which one has made the connection that was just accepted: several if they connected at the same moment. */
  connected(): Attached {
    // Most hosts descend from us. To look at every process of the machine takes ten times as long.
    const fresh = this.#withNewConnection(this.processes.descendantsOf(process.pid)) ?? this.#withNewConnection();
    // None is new if two connections were there when the first one was looked at: then it is one of those that were new then.
    if (fresh) this.#latest = fresh;
    const hosts = this.#latest.map(({ pid, env }) => ({ pid, env, folder: this.processes.folderOf(pid) }));
    for (const host of hosts) {
      this.#seen.add(host.pid);
      this.#tellOf(host);
    }
    return { folder: this.own.folder, hosts };
  }

  /** The hosts that run, those included that have yet to connect; by their process ids. */
  running(): readonly number[] {
    return this.#carriers()
      .map(({ pid }) => pid)
      .filter((pid) => this.#seen.has(pid) || HOST_PROGRAM.test(this.processes.programOf(pid) ?? ''));
  }

  /** Every process that was given the address, plugins apart: also the one whose parent has ended. */
  everyone(): readonly number[] {
    return this.#carriers().map(({ pid }) => pid);
  }

  /** The hosts that have a connection that was not seen before; undefined if there is none. */
  #withNewConnection(among?: readonly number[]): readonly SeenProcess[] | undefined {
    const all = this.#carriers(among);
    const connections = this.processes.connectionsOf(all.map(({ pid }) => pid));
    const fresh = all.filter(({ pid }) => connections.get(pid)?.some((inode) => !this.#known.has(inode)));
    if (fresh.length === 0) return undefined;
    for (const inode of [...connections.values()].flat()) this.#known.add(inode);
    return fresh;
  }

  #carriers(among?: readonly number[]): readonly SeenProcess[] {
    const all = this.processes.carrying(REATTACH_VARIABLE, JSON.stringify(this.address), among);
    return all.filter(({ env }) => env.TF_PLUGIN_MAGIC_COOKIE === undefined);
  }

  #tellOf({ env }: HostProcess): void {
    for (const name of harmless(this.typeName).filter((name) => (env[name] ?? '') !== (this.own.env[name] ?? ''))) {
      if (this.#told.has(name)) continue;
      this.#told.add(name);
      this.tell(
        `${name} is not the same inside the command: the provider reads the environment of attach. Set it before attach.`,
      );
    }
  }
}
