/**
 * Keeps stdout for its first line, the handshake, which any `console.log` of a dependency would spoil. Import it before anything else. From now on
 * `console` and `process.stdout` write to stderr, which the host logs; the file descriptor stays as it is.
 */
// Without this assignment Bun creates the stream before it redefines the property, which costs a millisecond of each start. Node has
// no setter and ignores the assignment.
Reflect.set(process, 'stdout', undefined);
Object.defineProperty(process, 'stdout', { configurable: true, get: () => process.stderr });
// Bun's console does not use process.stdout. `write` is Bun's own.
const METHODS = 'log info debug dir dirxml table group groupCollapsed count trace write';
for (const name of METHODS.split(' ')) Reflect.set(console, name, console.error);
