import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '../domain/records';

const IDLE_MS = 8 * 60 * 60 * 1000;
const MOST = 1_000;

/** Somebody who signed in. The token itself is not kept, only what it stands for. */
export interface Session {
  readonly caller: Caller;
  /** Whether it was the admin token. */
  readonly isAdmin: boolean;
  /** Stands in every form, so that another site can't send one. */
  readonly csrf: string;
  /** One sentence for the next page that is shown. */
  flash?: string | undefined;
  /** Forms that may be sent once only, and were. */
  readonly sent: Set<string>;
  lastSeen: number;
}

/**
 * Sessions in memory, for 8 hours without a request, at most 1,000 of them.
 *
 * Ids and ages don't follow the emulator's seed and clock: with a known seed anybody could guess them.
 */
export class Sessions {
  readonly #open = new Map<string, Session>();

  /** @param now real time in milliseconds */
  constructor(private readonly now: () => number = Date.now) {}

  /** Gives the id for the cookie. */
  open(caller: Caller, { isAdmin = false }: { isAdmin?: boolean } = {}): string {
    for (const key of this.#open.keys()) {
      if (this.#open.size < MOST) break;
      this.#open.delete(key);
    }
    const id = drawSecret();
    this.#open.set(toKey(id), { caller, isAdmin, csrf: drawSecret(), sent: new Set(), lastSeen: this.now() });
    return id;
  }

  /** Counts as a request of that session, unless a script sent it: what nobody looks at ends. */
  find(id: string, { isAlive = true }: { isAlive?: boolean } = {}): Session | undefined {
    const session = this.#open.get(toKey(id));
    if (!session) return undefined;
    if (this.now() - session.lastSeen > IDLE_MS) {
      this.close(id);
      return undefined;
    }
    if (isAlive) session.lastSeen = this.now();
    return session;
  }

  close(id: string): void {
    this.#open.delete(toKey(id));
  }

  /** Whether somebody is signed in by it still. */
  isOpen(session: Session): boolean {
    return [...this.#open.values()].includes(session);
  }

  /** Signs this one out, wherever its id still is. */
  end(session: Session): void {
    for (const [key, open] of this.#open) if (open === session) this.#open.delete(key);
  }

  /** Signs everybody out. */
  clear(): void {
    this.#open.clear();
  }
}

/** 256 random bits, as text for cookies and forms. */
export function drawSecret(): string {
  return randomBytes(32).toString('base64url');
}

// Kept by digest: how long a look-up takes says nothing about ids.
const toKey = (id: string) => createHash('sha256').update(id).digest('base64url');
