/** A fenced block of a Markdown page. */
export interface Block {
  readonly language: string;
  /** The file that its first line names in a comment. */
  readonly file: string | undefined;
  readonly text: string;
}

/** The fenced blocks of a page, in their order. */
export function blocksOf(page: string): readonly Block[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    file: /^(?:\/\/|#) ([\w./-]+\.\w+)\n/.exec(text)?.[1],
    text,
  }));
}
