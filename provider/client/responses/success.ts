export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A response with a success status. */
export interface Success {
  readonly status: number;
  readonly headers: Headers;
  /** Its body. */
  readonly text: string;
}
