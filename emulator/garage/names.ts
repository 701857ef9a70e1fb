const PREFIX = 'coffer:';

/** Prefix of the names of all keys of this installation, and of no other installation on the same cluster. */
export const keyPrefix = (installation: string) => `${PREFIX}${installation}:`;

/** Whether a key of this name is of another installation. A move keeps ids of keys, so it may have the id of one of ours. */
export const isOfAnother = (installation: string, name: string) =>
  name.startsWith(PREFIX) && !name.startsWith(keyPrefix(installation));

export const keyName = (installation: string, keyId: string) => keyPrefix(installation) + keyId;

/** Name of the key of a move, which no data folder knows: one that is left over is deleted. */
export const moveKeyName = (installation: string) => keyName(installation, 'move');

const markPrefix = (installation: string) => `${keyPrefix(installation)}mark:`;

/** Name of a key without rights: see {@link Ownership}. */
export const markName = (installation: string, signature: string) => markPrefix(installation) + signature;

export const isMark = (installation: string, name: string) => name.startsWith(markPrefix(installation));

/** Name of a key without rights: see {@link Guards}. */
export const guardName = (installation: string, projectId: string) => `${guardPrefix(installation)}${projectId}`;

const guardPrefix = (installation: string) => `${keyPrefix(installation)}guard:`;

/** Project whose buckets the key of this name guards; undefined: it is no such key of this installation. */
export const guardedProject = (installation: string, name: string): string | undefined =>
  name.startsWith(guardPrefix(installation)) ? name.slice(guardPrefix(installation).length) : undefined;
