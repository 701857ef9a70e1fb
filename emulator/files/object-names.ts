import { randomBytes } from 'node:crypto';
import { DomainError } from '../domain/errors';

/** Name of a file of bytes: its writer, and the writer's number for it. */
const NAME = /^([0-9a-f]{16})-[1-9]\d*$/;

/** Suffix of a file's name until the file is whole. */
const HALF = '.part';

/** Parses a name; undefined: it is not one of ours. `writer`: one per start of an emulator; `isHalf`: whether the file was never completed. */
export function parseName(file: string): { readonly writer: string; readonly isHalf: boolean } | undefined {
  const isHalf = file.endsWith(HALF);
  const writer = NAME.exec(isHalf ? file.slice(0, -HALF.length) : file)?.[1];
  return writer === undefined ? undefined : { writer, isHalf };
}

export const halfOf = (file: string) => `${file}${HALF}`;

/** Generates names that were never used before, so that a removed file is not mistaken for a later one. */
export class ObjectNames {
  readonly writer = randomBytes(8).toString('hex');
  #count = 0;

  next(): string {
    this.#count += 1;
    return `${this.writer}-${this.#count}`;
  }
}

/** The error for stored bytes that are missing: `says` continues the sentence after the file's name. */
export function damaged(file: string, says: string): DomainError {
  return new DomainError(
    'damaged',
    `Bytes of this object are lost: the file objects/${file} of the data folder ${says}. ` +
      'Restore the file, or upload or delete the object.',
  );
}
