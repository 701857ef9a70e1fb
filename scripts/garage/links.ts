import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { closedPort } from '../support/closed-port';

/** A node's place on the network of {@link Links}. */
export interface Place {
  /** The address that it listens at, and that its own connections come from. */
  readonly host: string;
  /** The port at which the other nodes reach it. */
  readonly publicPort: number;
}

interface Link {
  readonly hosts: readonly string[];
  readonly sockets: readonly [Socket, Socket];
}

/**
 * The network between the nodes of a cluster on this machine: each node has an address of its own, and a relay in front of its RPC
 * port. A node that is cut off keeps its connections, over which nothing arrives, like one behind a firewall that drops packets. Clients of
 * its S3 and admin ports still reach it.
 */
export class Links {
  readonly #servers: Server[] = [];
  readonly #links = new Set<Link>();
  readonly #cut = new Set<string>();

  /** Opens the relay of one node, which listens at the given port. */
  async open(index: number, rpcPort: number): Promise<Place> {
    const host = hostOf(index);
    const server = createServer((from) => this.#relay(from, host, rpcPort));
    this.#servers.push(server);
    const publicPort = await closedPort();
    await once(server.listen(publicPort, host), 'listening');
    return { host, publicPort };
  }

  cutOff(index: number): void {
    this.#cut.add(hostOf(index));
    for (const link of this.#links) this.#apply(link);
  }

  mend(): void {
    this.#cut.clear();
    for (const link of this.#links) this.#apply(link);
  }

  close(): void {
    for (const server of this.#servers) server.close();
    for (const { sockets } of this.#links) for (const socket of sockets) socket.destroy();
  }

  #relay(from: Socket, host: string, port: number): void {
    const to = connect(port, host);
    const link: Link = { hosts: [host, from.remoteAddress ?? ''], sockets: [from, to] };
    this.#links.add(link);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.on('data', (data) => {
        if (!other.write(data)) one.pause();
      });
      other.on('drain', () => this.#apply(link));
      one.on('error', () => undefined);
      one.on('close', () => {
        other.destroy();
        this.#links.delete(link);
      });
    }
    this.#apply(link);
  }

  #apply({ hosts, sockets }: Link): void {
    const isCut = hosts.some((host) => this.#cut.has(host));
    for (const socket of sockets)
      if (isCut) socket.pause();
      else socket.resume();
  }
}

const hostOf = (index: number) => `127.0.1.${index + 1}`;
