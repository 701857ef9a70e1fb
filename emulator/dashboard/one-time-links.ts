import { drawSecret, type Holder, toKey } from './sessions';

/** Largest number of open links. A further one ends the oldest. */
const MOST = 100;

export interface Aim {
  /** The token's holder, who is signed in. */
  readonly holder: Holder;
  /** The page below the dashboard to show then. */
  readonly to: string;
}

/** Links that sign in the first who follows them, in a browser on the emulator's own machine. Codes are 256 random bits, kept as digests. */
export class OneTimeLinks {
  readonly #open = new Map<string, Aim>();

  make(aim: Aim): string {
    for (const key of this.#open.keys()) {
      if (this.#open.size < MOST) break;
      this.#open.delete(key);
    }
    const code = drawSecret();
    this.#open.set(toKey(code), aim);
    return code;
  }

  /** Returns the target of a code, once. Undefined if the code is unknown or used. */
  use(code: string): Aim | undefined {
    const key = toKey(code);
    const aim = this.#open.get(key);
    this.#open.delete(key);
    return aim;
  }
}
