/* A value that was sent, and what the service lists in its place (P41). Exactly that listed value is no difference; any other one is drift. */

import type { PrivateState } from '../../framework';

/** The pair of one attribute, in private state. Values are texts, because a quota may be larger than a number in JSON. */
export class Pair {
  constructor(
    private readonly privateState: PrivateState,
    private readonly attribute: 'quota' | 'description' | 'permissions',
  ) {}

  /** Notes a value that was sent and that no list has shown yet; undefined: nothing is awaited any more, and the pair stays. */
  await(sent: string | undefined): void {
    this.privateState.set(`${this.attribute}_awaited`, sent);
  }

  /** The value that was sent last and that no list has shown yet; undefined for none. */
  get awaited(): string | undefined {
    return this.#text('awaited');
  }

  /** Notes what the service lists for what was sent; equal values are no pair. Returns true for a difference that was not known. */
  note(sent: string, listed: string): boolean {
    const isKnown = this.listedFor(sent) === listed;
    this.await(undefined);
    this.privateState.set(`${this.attribute}_sent`, sent === listed ? undefined : sent);
    this.privateState.set(`${this.attribute}_listed`, sent === listed ? undefined : listed);
    return sent !== listed && !isKnown;
  }

  /** What the service lists for a value that was sent, if the pair is about that one. */
  listedFor(sent: string): string | undefined {
    return this.#text('sent') === sent ? this.#text('listed') : undefined;
  }

  #text(part: 'sent' | 'listed' | 'awaited'): string | undefined {
    const text = this.privateState.get(`${this.attribute}_${part}`);
    return typeof text === 'string' ? text : undefined;
  }
}
