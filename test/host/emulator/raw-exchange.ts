import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Sends bytes, and resolves with all that comes back until the emulator, or we after its first response, close the connection. */
export function exchange(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let received = '';
    socket.on('data', (data) => {
      received += data;
      if (/\r\n\r\n/.test(received)) socket.end();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.write(text);
  });
}

/** The head of a request, and the empty line behind it. */
export const headOf = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

export const statusOf = (response: string) => Number(response.split(' ')[1]);

/** The statuses of all responses on a connection, which may follow a body without a line of their own. */
export const statusesOf = (responses: string) =>
  [...responses.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

export const headerOf = (response: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(response)?.[1];
