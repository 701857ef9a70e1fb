import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below every system's range for port 0 (Linux from 32768, macOS and Windows from 49152): no process that requests any free port
 * gets one from here, not even a moment after it was found to be free.
 */
const [LOWEST, HIGHEST] = [20_000, 32_000];

/** A port of 127.0.0.1 without a listener, which stays free unless the test itself takes it. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
