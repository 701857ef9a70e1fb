import type { Attached, Environment, HostProcess } from '../provider';
import { logVariable } from './log';
import type { Processes, SeenProcess } from './processes';
import { REATTACH_VARIABLE } from './reattach';

/** Variables that cannot change the result at the service. A difference between host and process in one of them is a warning only. */
const harmless = (typeName: string) => ['TF_LOG', 'TF_LOG_PROVIDER', logVariable(typeName), 'TF_APPEND_USER_AGENT'];

/** The usual names of the programs of Terraform and OpenTofu. */
const HOST_PROGRAM = /^(?:terraform|tofu)(?:[-_.]?v?\d.*)?$/;

/** Finds the hosts that a command started and that attach to us: on Linux the processes with our address in their environment; elsewhere none. */
export class AttachedHosts {
  /** The connections seen so far. */
  readonly #known = new Set<string>();
  #latest: readonly SeenProcess[] = [];
  readonly #seen = new Set<number>();
  readonly #told = new Set<string>();

  /**
   * @param address the address of this process, as in the environment of hosts
   * @param tell writes a line for the practitioner: for each logging or user-agent variable that differs in a host, once
   */
  constructor(
    private readonly typeName: string,
    private readonly address: string,
    private readonly processes: Processes,
    private readonly own: { readonly env: Environment['env']; readonly folder: string },
    private readonly tell: (line: string) => void,
  ) {}

  /** The processes of which one has made the connection that was just accepted. To be called once for each. Looks anew, synchronously. */
  connected(): Attached {
    // Most hosts descend from us. Looking at every process of the machine takes ten times as long.
    const fresh = this.#withNewConnection(this.processes.descendantsOf(process.pid)) ?? this.#withNewConnection();
    // No connection is new if the previous look has found two: then the host is one of those found in that look.
    if (fresh) this.#latest = fresh;
    const hosts = this.#latest.map(({ pid, env }) => ({ pid, env, folder: this.processes.folderOf(pid) }));
    for (const host of hosts) {
      this.#seen.add(host.pid);
      this.#tellOf(host);
    }
    return { folder: this.own.folder, hosts };
  }

  /** Process ids of the running hosts: those that have connected, and of the others those whose program is named like terraform or tofu. */
  running(): readonly number[] {
    return this.#carriers()
      .map(({ pid }) => pid)
      .filter((pid) => this.#seen.has(pid) || HOST_PROGRAM.test(this.processes.programOf(pid) ?? ''));
  }

  /** Process ids of all processes with our address in their environment, except plugins; also of those whose parent has ended. */
  everyone(): readonly number[] {
    return this.#carriers().map(({ pid }) => pid);
  }

  /** The hosts with a connection that was not seen before; undefined if there is none. */
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
