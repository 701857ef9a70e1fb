/** What differs between the languages on the page of a package. */
export interface Chapter {
  /** What is typed, or written into a file, to have the package; with its fence. */
  readonly install: string;
  /** What has to be there before. */
  readonly needs: string;
  /** The program of the page, with its fence, and the name of its file; undefined where nothing has compiled one. */
  readonly program?: {
    readonly file: string;
    readonly code: string;
    /** The language and the command, as `cdktf.json` has them. */
    readonly language: string;
    readonly app: string;
  };
  /** Name of the page of reference in `docs/constructs/reference/`. */
  readonly reference: string;
}
