import { randomBytes } from 'node:crypto';

/** A file of bytes: who wrote it, and which of theirs it is. */
const NAME = /^([0-9a-f]{16})-[1-9]\d*$/;

/** What a file is called besides until it is whole. */
const HALF = '.part';

/** What a name of a file says. */
export interface ObjectName {
  /** One per start of an emulator. */
  readonly writer: string;
  /** Whether it was never said to be whole. */
  readonly isHalf: boolean;
}

/** Reads a name; undefined: it is none of ours. */
export function parseName(file: string): ObjectName | undefined {
  const isHalf = file.endsWith(HALF);
  const writer = NAME.exec(isHalf ? file.slice(0, -HALF.length) : file)?.[1];
  return writer === undefined ? undefined : { writer, isHalf };
}

/** What a file is called until it is whole. */
export const halfOf = (file: string) => `${file}${HALF}`;

/** Gives names that were never given before: a file that was removed is not mistaken for a later one. */
export class ObjectNames {
  readonly writer = randomBytes(8).toString('hex');
  #count = 0;

  next(): string {
    this.#count += 1;
    return `${this.writer}-${this.#count}`;
  }
}
