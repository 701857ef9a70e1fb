import { randomBytes } from 'node:crypto';

/** Name of a file of bytes: its writer, and the writer's number for it. */
const NAME = /^([0-9a-f]{16})-[1-9]\d*$/;

/** Suffix of a file's name until the file is whole. */
const HALF = '.part';

/** The contents of a file's name. */
export interface ObjectName {
  /** One per start of an emulator. */
  readonly writer: string;
  /** Whether the file was never completed. */
  readonly isHalf: boolean;
}

/** Parses a name; undefined: it is not one of ours. */
export function parseName(file: string): ObjectName | undefined {
  const isHalf = file.endsWith(HALF);
  const writer = NAME.exec(isHalf ? file.slice(0, -HALF.length) : file)?.[1];
  return writer === undefined ? undefined : { writer, isHalf };
}

/** Name of a file until it is whole. */
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
