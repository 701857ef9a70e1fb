import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Environment } from '../provider';
import type { AttachedHosts } from './attached-hosts';
import { LONGEST_DRAIN_MS } from './lifetime';
import type { OpenConnections } from './open-connections';
import type { Processes } from './processes';
import { Sentinel } from './sentinel';

/** Signals that ask the command to end. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Runs a command that ignores SIGHUP. Programs inherit that, but a child of Node or Bun does not. */
const NOHUP = ['sh', '-c', 'trap "" HUP; exec "$@"', 'sh'] as const;

/** Within this time a signal that comes again is the same one, in milliseconds: `timeout` signals its command and then the group. */
const SAME_MS = 1_000;

/** How often to look for hosts once the command has ended, in milliseconds. */
const LOOK_MS = 50;

/** A host that is gone within this time has ended with the command. */
const WITH_COMMAND_MS = 250;

/** How long all others have to be away, in milliseconds: an apply connects several times. */
const AWAY_MS = 1_000;

const UNFINISHED = 'What it was doing may be unfinished: run terraform plan to see what is left to do.';

/** What a command is run with, and what is known of the hosts in it. */
export interface Supervision extends Pick<Environment, 'now' | 'sleep'> {
  /** Variables for the command, beside those of this process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly open: Pick<OpenConnections, 'count'>;
  readonly hosts: Pick<AttachedHosts, 'running' | 'everyone'>;
  readonly processes: Pick<Processes, 'descendantsOf' | 'ignores' | 'isPlugin'>;
  /** Receives a line for the practitioner. */
  readonly tell: (line: string) => void;
}

/**
 * Runs a command in this terminal and gives its exit code, 128 and the signal's number when a signal ended it, as soon as it has ended
 * and no host is connected any more. Rejects when it cannot be started.
 *
 * The command stays in our process group, so that it can read from the terminal. What is sent to the whole group, as Ctrl-C is, has
 * reached it; what came to this process alone is passed on, once. If this process was started under `nohup`, SIGHUP ends neither.
 */
export async function supervise(command: readonly [string, ...string[]], supervision: Supervision): Promise<number> {
  const isNohup = supervision.processes.ignores(process.pid, 'SIGHUP');
  const [program, ...args] = isNohup ? ([...NOHUP, ...command] as const) : command;
  const sentinel = new Sentinel();
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...supervision.variables } });
  const signals = new Signals(child, sentinel, supervision);
  for (const signal of SIGNALS) {
    if (signal !== 'SIGHUP' || !isNohup) process.on(signal, () => signals.received(signal));
  }
  try {
    const code = await exitCode(child, program);
    return (await lastHostLeft(signals, supervision)) ? code : code || 1;
  } finally {
    sentinel.dismiss();
  }
}

function exitCode(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'ENOENT' ? 'there is no such command' : error.message;
      reject(new Error(`${program} cannot be run: ${reason}.`));
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** The signals that this process was sent. One that is repeated at once counts once. */
class Signals {
  /** When the first one came; undefined before. */
  firstAt: number | undefined;
  /** How many ask to end at once: an interrupt after another signal, and what came before. */
  urgent = 0;
  readonly #kinds = new Set<NodeJS.Signals>();
  readonly #recent = new Set<NodeJS.Signals>();

  constructor(
    private readonly child: ChildProcess,
    private readonly sentinel: Sentinel,
    private readonly supervision: Pick<Supervision, 'hosts' | 'processes' | 'now'>,
  ) {}

  async received(signal: NodeJS.Signals): Promise<void> {
    const isSame = this.#recent.has(signal);
    this.#recent.add(signal);
    setTimeout(() => this.#recent.delete(signal), SAME_MS);
    const isFirst = this.firstAt === undefined;
    const isUrgent = !isFirst && (signal === 'SIGINT' || this.#kinds.has(signal));
    if (!isSame) {
      this.firstAt ??= this.supervision.now();
      this.#kinds.add(signal);
      if (isUrgent) this.urgent += 1;
    }
    // Asked in any case: the sentinel's answer is for one signal.
    const isForAll = await this.sentinel.alsoReceived(signal);
    if (!isSame && !isForAll) this.#passOn(signal, isFirst || isUrgent);
  }

  /**
   * Sends a signal to all that the command runs, but for the plugins of its hosts. Runners send SIGINT and some seconds later SIGTERM:
   * hosts, which would take any second signal as an order to exit at once, are spared that one.
   */
  #passOn(signal: NodeJS.Signals, isForHosts: boolean): void {
    const { hosts, processes } = this.supervision;
    const pid = this.child.pid;
    // On Windows Ctrl-C has reached every process of the console, and to send any signal would end a process at once.
    if (pid === undefined || process.platform === 'win32') return;
    const isOver = this.child.exitCode !== null || this.child.signalCode !== null;
    const family = isOver ? [] : [pid, ...processes.descendantsOf(pid)];
    const spared = isForHosts ? [] : hosts.running();
    for (const one of new Set([...family, ...hosts.everyone()])) {
      if (spared.includes(one) || processes.isPlugin(one)) continue;
      try {
        process.kill(one, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}

/** Waits for the hosts that outlive the command; false if they are given up after a signal. */
export async function lastHostLeft(
  signals: Pick<Signals, 'firstAt' | 'urgent'>,
  { open, hosts, now: clock, sleep, tell }: Omit<Supervision, 'variables' | 'processes'>,
): Promise<boolean> {
  const endedAt = clock();
  const before = signals.urgent;
  let seenAt: number | undefined;
  let hasTold = false;
  for (;;) {
    const running = hosts.running();
    const now = clock();
    if (open.count === 0 && running.length === 0) {
      // What ended with the command needs no second look; what the command left behind may be about to start a host.
      const endedTogether = seenAt === undefined || seenAt - endedAt < WITH_COMMAND_MS;
      if (endedTogether && hosts.everyone().length === 0) return true;
      if (now - (seenAt ?? endedAt) >= AWAY_MS) return true;
    } else {
      seenAt = now;
      const who = running.length > 0 ? `process ${running.join(', ')}` : `${open.count} connection(s)`;
      const { firstAt, urgent } = signals;
      const hadTime = firstAt !== undefined && now - Math.max(firstAt, endedAt) >= LONGEST_DRAIN_MS;
      if (hadTime || urgent > before) {
        tell(`a terraform or tofu of the command still runs (${who}) and is given up after a signal. ${UNFINISHED}`);
        return false;
      }
      if (!hasTold && now - endedAt >= AWAY_MS) {
        hasTold = true;
        tell(`the command has ended, and a terraform or tofu that it started still runs (${who}): waiting for it.`);
      }
    }
    await sleep(LOOK_MS);
  }
}
