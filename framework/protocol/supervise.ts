import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Environment } from '../provider';
import type { AttachedHosts } from './attached-hosts';
import type { Connections } from './connections';
import { LONGEST_DRAIN_MS } from './lifetime';
import type { Processes } from './processes';
import { Sentinel } from './sentinel';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** Time within which an equal signal counts as the same, in milliseconds: `timeout` signals its command and then the group. */
const SAME_MS = 1_000;

/** Interval at which to look for hosts once the command has ended, in milliseconds. */
const LOOK_MS = 50;

/** A host that ends within this time after the command has ended with it, in milliseconds. */
const WITH_COMMAND_MS = 250;

/** Time for which no other host may have been seen, in milliseconds: an apply connects several times. */
const AWAY_MS = 1_000;

const UNFINISHED = 'What it was doing may be unfinished: run terraform plan to see what is left to do.';

/** The variables of a command, and the knowledge about its hosts. */
interface Supervision extends Pick<Environment, 'now' | 'sleep'> {
  /** Variables for the command, beside those of this process. */
  readonly variables: Readonly<Record<string, string>>;
  readonly connections: Pick<Connections, 'count'>;
  readonly hosts: Pick<AttachedHosts, 'running' | 'everyone'>;
  readonly processes: Pick<Processes, 'descendantsOf' | 'ignores' | 'isPlugin'>;
  /** Writes a line for the practitioner. */
  readonly tell: (line: string) => void;
}

/**
 * Runs a command in this terminal. Resolves when the command has ended and no host is connected any more, with its exit code, or 128 plus the number
 * of the signal that ended it; with at least 1 if a host was given up after a signal. Rejects if the command cannot be started. To be called once in
 * a process, whose signals it handles from then on. The command stays in our process group, so that it can read from the terminal. A signal to the
 * whole group, such as Ctrl-C, reaches it directly; a signal to this process alone is passed on, once. Under `nohup`, if this is a process of
 * Bun on Linux, SIGHUP ends neither, and a command that cannot be started makes the exit code 126 or 127.
 */
export async function supervise(command: readonly [string, ...string[]], supervision: Supervision): Promise<number> {
  const isNohup = supervision.processes.ignores(process.pid, 'SIGHUP');
  const sentinel = new Sentinel();
  const child = start(command, isNohup, { ...process.env, ...supervision.variables });
  const signals = new Signals(child, sentinel, supervision);
  for (const signal of SIGNALS) {
    if (signal !== 'SIGHUP' || !isNohup) process.on(signal, () => signals.received(signal));
  }
  try {
    const code = await exitCode(child, command[0]);
    return (await lastHostLeft(signals, supervision)) ? code : code || 1;
  } finally {
    sentinel.dismiss();
  }
}

/**
 * Starts a command: by `sh` for `nohup`, because a child of Node or Bun does not inherit an ignored signal, and a script without `#!`, for which Bun
 * throws where `execvp` takes `sh`. Everything else without, because `sh` drops variables such as `TF_VAR_a-b`.
 */
function start(command: readonly [string, ...string[]], isNohup: boolean, env: NodeJS.ProcessEnv): ChildProcess {
  const run = (program: string, ...args: readonly string[]) => spawn(program, args, { stdio: 'inherit', env });
  if (isNohup) return run('sh', '-c', 'trap "" HUP; exec "$@"', 'sh', ...command);
  try {
    return run(...command);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOEXEC') throw error;
    return run('sh', '-c', 'exec "$@"', 'sh', ...command);
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

/** The signals that this process has received. A signal that is repeated at once counts once. */
class Signals {
  /** Clock time of the first signal; undefined before it. */
  firstAt: number | undefined;
  /** Number of signals that ask to end at once: an interrupt after another signal, or a signal of a kind that came before. */
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
    // Called for every signal, because the sentinel remembers each until it is asked.
    const isForAll = await this.sentinel.alsoReceived(signal);
    if (!isSame && !isForAll) this.#passOn(signal, isFirst || isUrgent);
  }

  /** Sends a signal to all of the command but plugins. A second one ends a host at once, so hosts, and outside of Linux all, get no SIGTERM after SIGINT. */
  #passOn(signal: NodeJS.Signals, isForHosts: boolean): void {
    const { hosts, processes } = this.supervision;
    const pid = this.child.pid;
    // On Windows Ctrl-C has reached every process of the console, and sending any signal would end a process at once.
    if (pid === undefined || process.platform === 'win32' || !(isForHosts || process.platform === 'linux')) return;
    const isOver = this.child.exitCode !== null || this.child.signalCode !== null;
    const family = isOver ? [] : [pid, ...processes.descendantsOf(pid)];
    const spared = isForHosts ? [] : hosts.running();
    for (const one of new Set([...family, ...hosts.everyone()])) {
      if (spared.includes(one) || processes.isPlugin(one)) continue;
      try {
        process.kill(one, signal);
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
}

/** Waits for hosts that outlive the command, which has just ended. False if given up: 45 s after both a signal and the end, or at an urgent one. */
export async function lastHostLeft(
  signals: Pick<Signals, 'firstAt' | 'urgent'>,
  { connections, hosts, now: clock, sleep, tell }: Omit<Supervision, 'variables' | 'processes'>,
): Promise<boolean> {
  const endedAt = clock();
  const before = signals.urgent;
  let seenAt: number | undefined;
  let hasTold = false;
  for (;;) {
    const running = hosts.running();
    const now = clock();
    if (connections.count === 0 && running.length === 0) {
      // If hosts ended with the command, one look is enough. A process that the command left behind may still start a host.
      const endedTogether = seenAt === undefined || seenAt - endedAt < WITH_COMMAND_MS;
      if (endedTogether && hosts.everyone().length === 0) return true;
      if (now - (seenAt ?? endedAt) >= AWAY_MS) return true;
    } else {
      seenAt = now;
      const ids = `process${running.length === 1 ? '' : 'es'} ${running.join(', ')}`;
      const who = running.length > 0 ? ids : `${connections.count} connection${connections.count === 1 ? '' : 's'}`;
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
