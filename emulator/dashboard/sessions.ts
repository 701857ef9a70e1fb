import { createHash, randomBytes } from 'node:crypto';
import type { Epochs } from '../domain/epoch';
import type { Caller } from '../domain/records';

const IDLE_MS = 8 * 60 * 60 * 1000;
const MOST = 1_000;

/** A signed-in visitor. The token itself is not kept, only its projects. */
export interface Session {
  caller: Caller;
  readonly isAdmin: boolean;
  /** The first part of the proof in every form, so that another site cannot send a form. */
  readonly csrf: string;
  /** The hidden text of every form that proves its session and its epoch. */
  readonly proof: string;
  /** A sentence for the next page. */
  flash?: string | undefined;
  /** The forms that may be sent only once and were sent. */
  readonly sent: Set<string>;
  lastSeen: number;
}

/** Looks up the projects of a token at each call; undefined if the token is no longer valid. */
export type Holder = () => Caller | undefined;

interface Open extends Session {
  readonly holder: Holder;
  epoch: number;
}

/**
 * Sessions in memory, at most 1,000, which end after 8 hours without a request or with their token, and survive a reset as their token does. Ids
 * and ages do not use the emulator's RNG seed and clock, because with a known RNG seed anybody could guess an id.
 */
export class Sessions {
  readonly #open = new Map<string, Open>();

  /** @param now real time in milliseconds */
  constructor(
    private readonly epochs: Pick<Epochs, 'current'>,
    private readonly now: () => number = Date.now,
  ) {}

  /** Opens a session in place of a prior one and returns the id for its cookie; undefined if the token is not valid. */
  open(holder: Holder, isAdmin = false, prior?: string): string | undefined {
    const caller = holder();
    if (!caller) return undefined;
    if (prior !== undefined) this.close(prior);
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

  /** Finds a session and prolongs it, unless a script sent the request, so that the session of an unwatched page ends. */
  find(id: string, { isAlive = true }: { isAlive?: boolean } = {}): Session | undefined {
    const session = this.#open.get(toKey(id));
    if (!session) return undefined;
    const caller = session.holder();
    if (!caller || this.now() - session.lastSeen > IDLE_MS) {
      this.close(id);
      return undefined;
    }
    session.caller = caller;
    const { number } = this.epochs.current;
    if (session.epoch !== number) {
      // Notices of an earlier epoch.
      session.epoch = number;
      session.flash = undefined;
      session.sent.clear();
    }
    if (isAlive) session.lastSeen = this.now();
    return session;
  }

  close(id: string): void {
    this.#open.delete(toKey(id));
  }

  isOpen(session: Session): boolean {
    return [...this.#open.values()].includes(session as Open);
  }

  end(session: Session): void {
    for (const [key, open] of this.#open) if (open === session) this.#open.delete(key);
  }
}

/** 256 random bits, as text for cookies and forms. */
export const drawSecret = (): string => randomBytes(32).toString('base64url');

/** Secrets are kept as digests, so that the time of a look-up reveals nothing. */
export const toKey = (id: string) => createHash('sha256').update(id).digest('base64url');

/** Largest number of open one-time links. A further one ends the oldest. */
const MOST_LINKS = 100;

export interface Aim {
  readonly holder: Holder;
  /** The page below the dashboard to show then. */
  readonly to: string;
}

/** One-time links: the first request that follows one gets a session, in a browser on the emulator's own machine. Codes are 256 random bits, kept as digests. */
export class OneTimeLinks {
  readonly #open = new Map<string, Aim>();

  make(aim: Aim): string {
    for (const key of this.#open.keys()) {
      if (this.#open.size < MOST_LINKS) break;
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
