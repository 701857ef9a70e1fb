/** Messages between `emulatorService` and the process that it starts. */

/** Number of calls by method and path without ids, such as `DELETE /secrets/{id}`. */
export type Calls = Readonly<Record<string, number>>;

export type Question =
  | { readonly kind: 'start' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'calls' };

/** The response to every question; `calls` is filled, and then reset, only for the question `calls`. */
export interface ServiceResponse {
  readonly url: string;
  readonly token: string;
  readonly projectId: string;
  readonly calls: Calls;
}
