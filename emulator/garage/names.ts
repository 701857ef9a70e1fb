/** Prefix of the names of all keys of this installation, and of no other installation on the same cluster. */
export const keyPrefix = (installation: string) => `coffer:${installation}:`;

export const keyName = (installation: string, keyId: string) => keyPrefix(installation) + keyId;

const markPrefix = (installation: string) => `${keyPrefix(installation)}mark:`;

/** Name of a key without rights: see {@link Ownership}. */
export const markName = (installation: string, signature: string) => markPrefix(installation) + signature;

export const isMark = (installation: string, name: string) => name.startsWith(markPrefix(installation));

/** Name of a key without rights: see {@link Guards}. */
export const guardName = (installation: string, projectId: string) => `${keyPrefix(installation)}guard:${projectId}`;
