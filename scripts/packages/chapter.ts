/** The language-specific parts of a package's page. */
export interface Chapter {
  /** Command or file content that installs the package, with its fence. */
  readonly install: string;
  /** Prerequisites. */
  readonly needs: string;
  /** The program on the page, with its fence, and its file name; undefined if none has been compiled. */
  readonly program?: {
    readonly file: string;
    readonly code: string;
    /** Language and command for `cdktf.json`. */
    readonly language: string;
    readonly app: string;
  };
  /** Name of the reference page that the build makes, and its place in the package. */
  readonly reference: { readonly page: string; readonly place: string };
}
