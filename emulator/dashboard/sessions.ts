import { createHash, randomBytes } from 'node:crypto';
import type { Epochs } from '../domain/epoch';
import type { Caller } from '../domain/records';

const IDLE_MS = 8 * 60 * 60 * 1000;
const MOST = 1_000;

/** Somebody who signed in. The token itself is not kept, only what it stands for. */
export interface Session {
  /** What the token stands for now. */
  caller: Caller;
  /** Whether it was the admin token. */
  readonly isAdmin: boolean;
  /** Begins the proof of every form, so that another site can't send one. */
  readonly csrf: string;
  /** Stands in every form: of which session it is, and of which epoch. */
  readonly proof: string;
  /** One sentence for the next page that is shown. */
  flash?: string | undefined;
  /** Forms that may be sent once only, and were. */
  readonly sent: Set<string>;
  lastSeen: number;
}

/** Gives what a token stands for, at each call anew; undefined: nobody any more. */
export type Holder = () => Caller | undefined;

interface Open extends Session {
  readonly holder: Holder;
  epoch: number;
}

/**
 * Sessions in memory, for 8 hours without a request, at most 1,000 of them. Each lives as long as its token: it outlives a reset that
 * leaves the token.
 *
 * Ids and ages don't follow the emulator's seed and clock: with a known seed anybody could guess them.
 */
export class Sessions {
  readonly #open = new Map<string, Open>();

  /** @param now real time in milliseconds */
  constructor(
    private readonly epochs: Pick<Epochs, 'current'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Gives the id for the cookie. */
  open(
    caller: Caller,
    { holder = () => caller, isAdmin = false }: { holder?: Holder; isAdmin?: boolean } = {},
  ): string {
    for (const key of this.#open.keys()) {
      if (this.#open.size < MOST) break;
      this.#open.delete(key);
    }
    const [id, csrf] = [drawSecret(), drawSecret()];
    const { epochs } = this;
    this.#open.set(toKey(id), {
      ...{ holder, caller, isAdmin, csrf, sent: new Set(), lastSeen: this.now(), epoch: epochs.current.number },
      get proof() {
        return `${csrf}.${epochs.current.number}`;
      },
    });
    return id;
  }

  /** Counts as a request of that session, unless a script sent it: what nobody looks at ends. */
  find(id: string, { isAlive = true }: { isAlive?: boolean } = {}): Session | undefined {
    const session = this.#open.get(toKey(id));
    if (!session) return undefined;
    const caller = session.holder();
    if (!caller || this.now() - session.lastSeen > IDLE_MS) {
      this.close(id);
      return undefined;
    }
    session.caller = caller;
    this.#enter(session);
    if (isAlive) session.lastSeen = this.now();
    return session;
  }

  close(id: string): void {
    this.#open.delete(toKey(id));
  }

  /** Whether somebody is signed in by it still. */
  isOpen(session: Session): boolean {
    return [...this.#open.values()].some((open) => open === session);
  }

  /** Signs this one out, wherever its id still is. */
  end(session: Session): void {
    for (const [key, open] of this.#open) if (open === session) this.#open.delete(key);
  }

  /** What was done in an earlier epoch is gone: nothing of it is told. */
  #enter(session: Open): void {
    const { number } = this.epochs.current;
    if (session.epoch === number) return;
    session.epoch = number;
    session.flash = undefined;
    session.sent.clear();
  }
}

/** 256 random bits, as text for cookies and forms. */
export function drawSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Secrets are kept by digest: how long a look-up takes says nothing about them. */
export const toKey = (id: string) => createHash('sha256').update(id).digest('base64url');
