import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long a sender may take from the first process to the last, in milliseconds: `timeout` signals its command and then the group,
 * systemd each process of a unit.
 */
const SPREAD_MS = 200;

/**
 * Tells whether a signal came to this process alone. No program is told that by Node or Bun, so there is a second process in the same
 * group, which a signal to the group ends: `cat`, which repeats what it is given for as long as it lives, and ends with us.
 */
export class Sentinel {
  #child = start();
  readonly #ended = new Set<NodeJS.Signals>();

  constructor() {
    this.#watch();
  }

  /** Whether the signal, which this process has just received, also came to the other processes of the group. */
  async alsoReceived(signal: NodeJS.Signals): Promise<boolean> {
    await delay(SPREAD_MS);
    if (!this.#ended.has(signal)) await this.#echo();
    return this.#ended.delete(signal);
  }

  /** Ends it. */
  dismiss(): void {
    this.#child.removeAllListeners('exit');
    this.#child.stdin?.destroy();
  }

  /** Settles once it has repeated a line, or has ended: by then it has received what was sent to both. */
  #echo(): Promise<void> {
    const child = this.#child;
    return new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
      child.stdout?.once('data', () => resolve());
      if (child.pid === undefined || !child.stdin?.writable) resolve();
      else child.stdin.write('\n');
    });
  }

  #watch(): void {
    const child = this.#child;
    for (const one of [child, child.stdin, child.stdout]) one?.on('error', () => {}); // where there is no `cat`, every signal is ours alone
    child.once('exit', (_code, signal) => {
      if (signal === null) return;
      this.#ended.add(signal);
      this.#child = start();
      this.#watch();
    });
  }
}

const start = (): ChildProcess =>
  spawn('cat', [], { stdio: ['pipe', 'pipe', 'ignore'], env: { PATH: process.env.PATH } });
