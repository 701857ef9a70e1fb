import type { AccessKeyRecord, Call, Client } from '../client';

/** Access keys that one provider block made for ephemeral resources, closed ones too (P28). Lists leave them out: nobody else can rely on them. */
export class EphemeralKeys {
  readonly #making = new Set<Promise<unknown>>();
  readonly #ids = new Set<string>();

  /** Settles like `making`, and remembers the id of the key. Pass the promise before awaiting it, so that lists wait for it. */
  async remember<R extends { readonly id: string }>(making: Promise<R>): Promise<R> {
    this.#making.add(making);
    try {
      const made = await making;
      // The id is never removed, because lists may still show a deleted key for a while.
      this.#ids.add(made.id);
      return made;
    } finally {
      this.#making.delete(making);
    }
  }

  /** Returns a list without the ephemeral keys. First waits for keys that are being made, which it may already show, also if their creation fails. */
  async leaveOut<R extends { readonly id: string }>(listed: readonly R[]): Promise<readonly R[]> {
    await Promise.allSettled(this.#making);
    return listed.filter(({ id }) => !this.#ids.has(id));
  }
}

interface Keys {
  readonly client: Pick<Client, 'accessKeys'>;
  readonly ephemeralKeys: EphemeralKeys;
}

/** `find`, `list` and `search` of the client's access keys, without the keys in `ephemeralKeys` (P28). What is found waits for keys that are being made. */
export const lastingKeys = ({ client, ephemeralKeys }: Keys) => ({
  find: async (id: string, call: Call): Promise<AccessKeyRecord | undefined> => {
    const found = await client.accessKeys.find(id, call);
    return found && (await ephemeralKeys.leaveOut([found]))[0];
  },
  list: async (call: Call) => ephemeralKeys.leaveOut(await client.accessKeys.list(call)),
  search: async (matches: (record: AccessKeyRecord) => boolean, call: Call) =>
    ephemeralKeys.leaveOut(await client.accessKeys.search(matches, call)),
});
