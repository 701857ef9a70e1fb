/** A server's address without query and fragment, which may be secret. Undefined if it has an `@`, before which there are credentials. */
export function plainServer(server: string): string | undefined {
  return server.includes('@') ? undefined : server.split(/[?#]/, 1)[0];
}
