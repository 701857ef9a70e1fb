import { drawSecret, type Holder, toKey } from './sessions';

/** The oldest of more is worth nothing any more. */
const MOST = 100;

/** Where a link leads. */
export interface Aim {
  /** Who is signed in by it. */
  readonly holder: Holder;
  /** Page below the dashboard. */
  readonly to: string;
}

/**
 * Links that sign in whoever follows them first, as those that Jupyter prints. They are for a browser on the emulator's own machine.
 * Codes are 256 random bits, of which only the digest is kept.
 */
export class OneTimeLinks {
  readonly #open = new Map<string, Aim>();

  /** Gives the code of a new link. */
  make(aim: Aim): string {
    for (const key of this.#open.keys()) {
      if (this.#open.size < MOST) break;
      this.#open.delete(key);
    }
    const code = drawSecret();
    this.#open.set(toKey(code), aim);
    return code;
  }

  /** Gives what a code stands for, once. */
  use(code: string): Aim | undefined {
    const key = toKey(code);
    const aim = this.#open.get(key);
    this.#open.delete(key);
    return aim;
  }
}
