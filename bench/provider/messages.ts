/** What passes between `emulatorService` and the process that it starts. */

/** Calls by method and path, ids left out, such as `DELETE /secrets/{id}`. */
export type Calls = Readonly<Record<string, number>>;

export type Question =
  | { readonly kind: 'start' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'calls' };

/** The same response to every question; `calls` are told, and forgotten, only when asked for. */
export interface ServiceResponse {
  readonly url: string;
  readonly token: string;
  readonly projectId: string;
  readonly calls: Calls;
}
