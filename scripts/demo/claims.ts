import { readFile } from 'node:fs/promises';
import { filesIn } from '../support/folders';

/** An error that the user can act on: the message says everything. */
export class DemoError extends Error {
  constructor(
    message: string,
    readonly exitCode = 1,
  ) {
    super(message);
  }
}

/** Checks a claim of the story. Throws a {@link DemoError} that says what was expected and what was found if it does not hold. */
export function claim(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new DemoError(`A check failed: ${otherwise}`);
}

/** Checks that both are the same as JSON. Throws a {@link DemoError} that shows them, so pass no secrets. */
export function claimEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [found, expected].map((value) => JSON.stringify(value));
  claim(is === shouldBe, `${what} should be ${shouldBe}, but is ${is}.`);
}

/** A place to search for secrets. */
export interface Place {
  readonly name: string;
  readonly content: Buffer;
  /** Text that is not secret and must be found there: a search that finds nothing at all proves nothing. */
  readonly known: string;
}

export const textPlace = (name: string, text: string, known: string): Place => ({
  name,
  content: Buffer.from(text),
  known,
});

/** All files below a folder as one place; links are not followed. */
export async function folderPlace(name: string, folder: string, known: string): Promise<Place> {
  const contents = await Promise.all((await filesIn(folder)).map((file) => readFile(file)));
  return { name, content: Buffer.concat(contents), known };
}

/**
 * Searches every place for the secrets: verbatim, in base64 and in hexadecimal. Throws a {@link DemoError} that names secret and place,
 * never the value, if one is found, or if a place does not contain its known text.
 */
export function claimUnreadable(secrets: Readonly<Record<string, string>>, places: readonly Place[]): void {
  for (const { name, content, known } of places) {
    claim(content.includes(known), `The search is broken: ${JSON.stringify(known)} is not in ${name}.`);
    for (const [secret, value] of Object.entries(secrets)) {
      const found = spellings(value).some((text) => content.includes(text));
      claim(!found, `The value of ${secret} can be read in ${name}.`);
    }
  }
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  // Within longer base64, the encoding of a value depends on its offset, and its edges on the adjacent bytes.
  const shifted = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [value, bytes.toString('hex'), ...shifted];
}
