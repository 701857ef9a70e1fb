import { connect } from 'node:net';

/** How long a response that is due may take, and how long one is waited for that may not come. */
const DUE_MS = 30_000;
const TIME_LIMIT_MS = 250;

/** What came back until the connection was closed. */
export interface Heard {
  /** Undefined: the connection was closed without a response. */
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Sends bytes on a connection of their own. Half a request gets no response until it ends: so if nothing is due, the
 * sending side is closed after a while. Rejects when the connection stays open all the same.
 */
export function converse(endpoint: string, bytes: Uint8Array, isDue: boolean): Promise<Heard> {
  const { hostname, port } = new URL(endpoint);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    const due = setTimeout(() => {
      socket.destroy();
      reject(new Error(`Nobody closed the connection. So far came: ${text.slice(0, 300)}`));
    }, DUE_MS);
    const timeLimits = isDue ? undefined : setTimeout(() => socket.end(), TIME_LIMIT_MS);
    socket.on('data', (chunk) => {
      // The beginning tells all that is looked at.
      if (text.length < 10_000) text += chunk.toString('latin1');
    });
    // An error response may come while more is being sent.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(due);
      clearTimeout(timeLimits);
      const [, status] = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    });
  });
}
