import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** Time in which a sender signals all processes of a group, in milliseconds: `timeout` and systemd signal several one after another. */
const SPREAD_MS = 200;

/**
 * Finds out whether a signal came to this process alone, which Node and Bun do not tell: a second process in the group, `cat`, ends if it goes to the
 * group. Without `cat`, every signal counts as this process's alone.
 */
export class Sentinel {
  #child = start();
  readonly #ended = new Set<NodeJS.Signals>();

  constructor() {
    this.#watch();
  }

  /** True if the signal that this process has just received also came to the rest of the group. Ask once for each signal. Takes 200 ms or more. */
  async alsoReceived(signal: NodeJS.Signals): Promise<boolean> {
    await delay(SPREAD_MS);
    if (!this.#ended.has(signal)) await this.#echo();
    return this.#ended.delete(signal);
  }

  /** Ends the second process, which until then keeps this one from ending by itself. */
  dismiss(): void {
    this.#child.removeAllListeners('exit');
    this.#child.stdin?.destroy();
  }

  /** Settles when the second process has repeated a line or ended. By then it has received every signal that was sent to both. */
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
    for (const one of [child, child.stdin, child.stdout]) one?.on('error', () => {});
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
