import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Limit } from './rate-limits';

interface LimitedServiceOptions {
  /** The limit of a token; called once for each. */
  readonly limitOf: () => Limit;
  /** The value of `Retry-After` for the wait that the limit asks for; none without it. */
  readonly retryAfter?: ((waitMs: number) => string) | undefined;
  readonly now: () => number;
  /** Waits before each response. */
  readonly delay: () => Promise<void>;
}

/** Requests by token, in the order in which they arrived. */
export interface Counted {
  readonly method: string;
  readonly token: string;
  readonly atMs: number;
  readonly isAccepted: boolean;
}

/** Secrets behind a rate limit, in this process. Knows creating, listing and deleting them, and nothing else. */
export async function startLimitedService({ limitOf, retryAfter, now, delay }: LimitedServiceOptions) {
  const requests: Counted[] = [];
  const limits = new Map<string, Limit>();
  const secrets = new Map<string, object>();
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const token = headers.authorization ?? '';
      const limit = limits.get(token) ?? limitOf();
      limits.set(token, limit);
      const atMs = now();
      const waitMs = limit(atMs);
      requests.push({ method, token, atMs, isAccepted: waitMs === 0 });
      const [status, body] = waitMs > 0 ? [429, '{"error":"too many requests"}'] : carryOut(method, url, chunks);
      void delay().then(() => {
        response.setHeader('content-type', 'application/json');
        if (waitMs > 0 && retryAfter) response.setHeader('retry-after', retryAfter(waitMs));
        response.writeHead(status).end(body);
      });
    });
  });
  const carryOut = (method: string, url: string, chunks: readonly Buffer[]): [number, string] => {
    if (method === 'GET') return [200, JSON.stringify([...secrets.values()])];
    if (method === 'DELETE') return secrets.delete(url.split('/').at(-1) ?? '') ? [204, ''] : [404, '{}'];
    const { name, project_id } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>;
    const id = `s-${secrets.size + 1}`;
    secrets.set(id, { id, name, project_id });
    return [201, JSON.stringify({ id })];
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sums up requests, and tells the time from the first to the last. */
export function tallyOf(requests: readonly Counted[]) {
  const accepted = requests.filter(({ isAccepted }) => isAccepted);
  const times = requests.map(({ atMs }) => atMs);
  return {
    /** Creates that were accepted. */
    posts: accepted.filter(({ method }) => method === 'POST').length,
    lists: accepted.filter(({ method }) => method === 'GET').length,
    /** Requests beyond the limit. */
    rejected: requests.length - accepted.length,
    seconds: requests.length > 0 ? (Math.max(...times) - Math.min(...times)) / 1_000 : 0,
  };
}
