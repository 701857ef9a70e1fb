/** Every key that this installation makes has a name that begins so; those of another one on the same cluster do not. */
export const keyPrefix = (installation: string) => `coffer:${installation}:`;

export const keyName = (installation: string, keyId: string) => keyPrefix(installation) + keyId;

const markPrefix = (installation: string) => `${keyPrefix(installation)}mark:`;

/** Of a key without rights: see {@link Ownership}. */
export const markName = (installation: string, signature: string) => markPrefix(installation) + signature;

export const isMark = (installation: string, name: string) => name.startsWith(markPrefix(installation));

/** Of a key without rights: see {@link Guards}. */
export const guardName = (installation: string, projectId: string) => `${keyPrefix(installation)}guard:${projectId}`;
