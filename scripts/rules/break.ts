/** A change of one place in the source that breaks one rule, and nothing else if possible. */
export interface Break {
  /** The fault of the changed program, as a sentence without its subject: `sends a lost create again`. */
  readonly does: string;
  /** The file, from the root of the checkout. */
  readonly file: string;
  /** Text that occurs exactly once in the file. */
  readonly find: string;
  /** The text is removed if there is none. */
  readonly replace?: string;
}

/** One break for each rule of a group, by the rule's number. */
export type Breaks = Readonly<Record<string, Break>>;

/** The source with the break in it. Throws unless the text to replace occurs exactly once; otherwise the table is stale. */
export function broken({ file, find, replace = '' }: Break, source: string): string {
  const parts = source.split(find);
  if (parts.length !== 2) {
    throw new Error(`${file} holds the text to break ${parts.length - 1} times, not once: ${JSON.stringify(find)}`);
  }
  return parts.join(replace);
}
