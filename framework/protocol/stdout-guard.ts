/**
 * Keeps stdout for the handshake line; to be imported before anything else.
 *
 * The host takes the first line of stdout for the handshake, so that one `console.log` anywhere, of a dependency perhaps,
 * would make the provider unusable. From here on everything but a write to the file descriptor itself goes to stderr, which
 * the host logs.
 */
// Bun makes the stream before it redefines the property, a millisecond of each start, but not once it was assigned to. Node has no
// setter, and ignores this.
Reflect.set(process, 'stdout', undefined);
Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
// Bun's console does not ask process.stdout.
console.log = console.info = console.debug = console.error;
