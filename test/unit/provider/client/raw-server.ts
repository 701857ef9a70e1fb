import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../support/listen';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A bare HTTP server, for responses that the emulator never gives. Closed when the test ends. */
export async function startServer(handler: (request: Arrived, response: ServerResponse) => void) {
  const requests: Arrived[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      requests.push(request);
      handler(request, response);
    });
  });
  const port = await listen(server);
  return { server, requests, port, baseUrl: `http://127.0.0.1:${port}` };
}
