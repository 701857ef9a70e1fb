import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closedPort } from '../support/closed-port';
import type { Links } from './links';
import { GarageNode } from './node';

const READY_WITHIN_MS = 60_000;
const POLL_MS = 50;

/** Real Garage nodes on this machine: one, or three with three copies of everything. */
export class GarageCluster {
  private constructor(
    readonly folder: string,
    readonly token: string,
    readonly nodes: readonly GarageNode[],
  ) {}

  /** Resolves when it is healthy. `settings` are lines of each node's configuration; without `links` the nodes reach each other directly. */
  static async start(count: 1 | 3, settings: readonly string[] = [], links?: Links): Promise<GarageCluster> {
    const folder = await mkdtemp(join(tmpdir(), 'garage-'));
    const token = randomBytes(16).toString('hex');
    const rpcSecret = randomBytes(32).toString('hex');
    const ports = await differentPorts(3 * count);
    const nodes = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const [s3, rpc, admin] = ports.slice(3 * index, 3 * index + 3) as [number, number, number];
        const own = join(folder, `node${index + 1}`);
        await mkdir(own);
        const shared = { token, rpcSecret, replicationFactor: count, settings };
        const place = links && { place: await links.open(index, rpc) };
        const node = new GarageNode({ folder: own, ports: { s3, rpc, admin }, ...shared, ...place });
        await node.writeConfiguration();
        await node.start(count === 1 ? ['--single-node'] : []);
        return node;
      }),
    );
    const cluster = new GarageCluster(folder, token, nodes);
    try {
      if (count > 1) await cluster.#layOut();
      await cluster.untilHealthy();
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  get urls(): readonly string[] {
    return this.nodes.map(({ url }) => url);
  }

  node(index: number): GarageNode {
    const node = this.nodes[index];
    if (!node) throw new Error(`There is no node ${index}.`);
    return node;
  }

  /** Waits until all nodes are up and have all data. */
  async untilHealthy(): Promise<void> {
    await Promise.all(
      this.nodes.map((node) =>
        until(node, async () => {
          const health = await node.admin('GET', 'GetClusterHealth');
          return health.storageNodesUp === this.nodes.length && health.partitionsAllOk === health.partitions;
        }),
      ),
    );
  }

  /** Copies what all nodes have, while they are stopped; the returned function puts it back in the same way. */
  async save(): Promise<() => Promise<void>> {
    const saved = await mkdtemp(join(this.folder, 'saved-'));
    const each = async (copy: (live: string, kept: string) => Promise<void>) => {
      await Promise.all(this.nodes.map((node) => node.kill()));
      for (const [index, { options }] of this.nodes.entries()) {
        for (const part of ['meta', 'data']) await copy(join(options.folder, part), join(saved, `${index}`, part));
      }
      await Promise.all(this.nodes.map((node) => node.start()));
      await this.untilHealthy();
    };
    await each((live, kept) => cp(live, kept, { recursive: true }));
    return () =>
      each(async (live, kept) => {
        await rm(live, { recursive: true });
        await cp(kept, live, { recursive: true });
      });
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Sets up the layout by the API, as in `docs/self-hosting.md`: ids, connections, roles, one version. */
  async #layOut(): Promise<void> {
    const ids = await Promise.all(
      this.nodes.map(async (node) => {
        await until(node, async () => (await node.admin('GET', 'GetNodeInfo', { node: 'self' })).success !== undefined);
        return Object.keys((await node.admin('GET', 'GetNodeInfo', { node: 'self' })).success)[0] as string;
      }),
    );
    const first = this.node(0);
    const addresses = ids.map((id, index) => `${id}@${this.node(index).rpcAddress}`);
    await until(first, async () => {
      const connected: { success: boolean }[] = await first.admin(
        'POST',
        'ConnectClusterNodes',
        {},
        addresses.slice(1),
      );
      return connected.every(({ success }) => success);
    });
    await Promise.all(
      this.nodes.map((node, index) => node.writeConfiguration(addresses.filter((_, other) => other !== index))),
    );
    const roles = ids.map((id) => ({ id, zone: 'dc1', capacity: 10_000_000_000, tags: [] }));
    await first.admin('POST', 'UpdateClusterLayout', {}, { roles });
    await first.admin('POST', 'ApplyClusterLayout', {}, { version: 1 });
  }
}

/** Waits until the condition holds; retries while the node does not respond. */
export async function until(node: GarageNode, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await delay(POLL_MS)) {
    if (await isSo().catch(() => false)) return;
  }
  throw new Error(`${node.url} is not ready: ${await node.log()}`);
}

async function differentPorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await closedPort());
  return [...ports];
}
