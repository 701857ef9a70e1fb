/** A server's address without what may be secret: query and fragment. Undefined: it has an `@`, before which credentials stand. */
export function plainServer(server: string): string | undefined {
  return server.includes('@') ? undefined : server.split(/[?#]/, 1)[0];
}
