import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { closedPort } from '../../scripts/support/closed-port';

const READY_WITHIN_MS = 120_000;

export interface Node {
  readonly folder: string;
  readonly adminUrl: string;
  readonly s3Url: string;
  readonly rpcAddress: string;
}

/** Real nodes of Garage on this machine, by the `garage` on the PATH: one, or three with three copies of everything. */
export class RealCluster {
  readonly token = randomBytes(16).toString('hex');
  readonly nodes: Node[] = [];
  readonly #running = new Map<Node, ChildProcess>();
  readonly #rpcSecret = randomBytes(32).toString('hex');

  private constructor(private readonly folder: string) {}

  /** Resolves when every node has everything. */
  static async start(count: 1 | 3): Promise<RealCluster> {
    const cluster = new RealCluster(await mkdtemp(join(tmpdir(), 'coffer-garage-')));
    try {
      for (let index = 0; index < count; index++) await cluster.#add(count);
      if (count > 1) await cluster.#layOut();
      await cluster.untilWhole();
      return cluster;
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get adminUrls(): string[] {
    return this.nodes.map(({ adminUrl }) => adminUrl);
  }

  async run(node: Node): Promise<void> {
    const log = openSync(join(node.folder, 'log'), 'a');
    const flags = this.nodes.length === 1 ? ['--single-node'] : [];
    const started = spawn('garage', ['-c', join(node.folder, 'garage.toml'), 'server', ...flags], {
      stdio: ['ignore', log, log],
    });
    this.#running.set(node, started);
    await once(started, 'spawn');
  }

  /** Kills the node like a power failure. */
  async kill(node: Node): Promise<void> {
    const running = this.#running.get(node);
    if (!running) return;
    this.#running.delete(node);
    const ended = once(running, 'exit');
    running.kill('SIGKILL');
    await ended;
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => this.kill(node)));
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Waits until all nodes are up and have all data. */
  async untilWhole(): Promise<void> {
    for (const node of this.nodes) {
      await this.#until(node, async () => {
        const health = await this.admin(node, 'GetClusterHealth');
        return health.storageNodesUp === this.nodes.length && health.partitionsAllOk === health.partitions;
      });
    }
  }

  /** A call of the admin API; with a body it is a POST. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read freely what Garage sent
  async admin(node: Node, operation: string, body?: unknown): Promise<any> {
    const response = await fetch(`${node.adminUrl}/v2/${operation}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${this.token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  }

  async #add(count: number): Promise<void> {
    const [s3, rpc, admin] = [await closedPort(), await closedPort(), await closedPort()];
    const folder = join(this.folder, `node${this.nodes.length + 1}`);
    await mkdir(folder);
    const node = {
      folder,
      adminUrl: `http://127.0.0.1:${admin}`,
      s3Url: `http://127.0.0.1:${s3}`,
      rpcAddress: `127.0.0.1:${rpc}`,
    };
    await this.#configure(node, count, []);
    this.nodes.push(node);
    if (count === 1) await this.run(node);
  }

  async #configure({ folder, adminUrl, s3Url, rpcAddress }: Node, count: number, peers: string[]): Promise<void> {
    const lines = [
      `metadata_dir = "${join(folder, 'meta')}"`,
      `data_dir = "${join(folder, 'data')}"`,
      'db_engine = "sqlite"',
      `replication_factor = ${count}`,
      `rpc_bind_addr = "${rpcAddress}"`,
      `rpc_public_addr = "${rpcAddress}"`,
      `rpc_secret = "${this.#rpcSecret}"`,
      // Without them a call waits for minutes for a node that is gone.
      'rpc_timeout_msec = 2000',
      'rpc_ping_timeout_msec = 2000',
      `bootstrap_peers = ${JSON.stringify(peers)}`,
      ...['[s3_api]', `api_bind_addr = "${new URL(s3Url).host}"`, 's3_region = "us-east-1"'],
      'root_domain = ".localhost"',
      ...['[admin]', `api_bind_addr = "${new URL(adminUrl).host}"`, `admin_token = "${this.token}"`],
    ];
    await writeFile(join(folder, 'garage.toml'), `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Connects the nodes, and assigns all data to all of them. */
  async #layOut(): Promise<void> {
    await Promise.all(this.nodes.map((node) => this.run(node)));
    const ids: string[] = [];
    for (const node of this.nodes) {
      await this.#until(node, async () => {
        const { success } = await this.admin(node, 'GetNodeInfo?node=self');
        ids.push(Object.keys(success)[0] as string);
        return true;
      });
    }
    const addresses = ids.map((id, index) => `${id}@${this.nodes[index]?.rpcAddress}`);
    const [first] = this.nodes as [Node];
    await this.#until(first, async () => {
      const connected: { success: boolean }[] = await this.admin(first, 'ConnectClusterNodes', addresses.slice(1));
      return connected.every(({ success }) => success);
    });
    // A node that is started again finds the others by them.
    await Promise.all(this.nodes.map((node) => this.#configure(node, this.nodes.length, addresses)));
    const roles = ids.map((id) => ({ id, zone: 'dc1', capacity: 1_000_000_000, tags: [] }));
    await this.admin(first, 'UpdateClusterLayout', { roles });
    await this.admin(first, 'ApplyClusterLayout', { version: 1 });
  }

  async #until(node: Node, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await delay(100)) {
      if (await isSo().catch(() => false)) return;
    }
    throw new Error(`A node is not ready: ${(await readFile(join(node.folder, 'log'), 'utf8')).slice(-2_000)}`);
  }
}
