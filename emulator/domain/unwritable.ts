import { DomainError } from './errors';

/** Error codes of systems for a disk that cannot be written. */
const SYSTEM = new Set(['EACCES', 'EDQUOT', 'EFBIG', 'EIO', 'ENOSPC', 'EPERM', 'EROFS']);

/** Error codes of SQLite for it: read-only, input or output failed, full, cannot be opened. */
const SQLITE = new Set([8, 10, 13, 14]);

/** A sentence that nothing can be written; undefined if the error has another reason. */
export function unwritableSentence(error: unknown): string | undefined {
  const { code, errcode, message } = (error ?? {}) as { code?: unknown; errcode?: unknown; message?: string };
  const isSqlite = typeof errcode === 'number' && SQLITE.has(errcode & 0xff);
  if (!isSqlite && !(typeof code === 'string' && SYSTEM.has(code))) return undefined;
  const reason = isSqlite ? message : code;
  return `The emulator cannot write what it keeps (${reason}): its disk may be full, or its folder read-only.`;
}

/** The domain error for a failure because nothing can be written; undefined if the failure has another reason. */
export function toUnwritable(error: unknown): DomainError | undefined {
  const says = unwritableSentence(error);
  const kept = 'This request was not carried out; what was acknowledged before is kept.';
  return says === undefined ? undefined : new DomainError('unwritable', `${says} ${kept}`);
}
