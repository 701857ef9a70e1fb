import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { callAdmin } from './call-admin';

/** What a node is started with. */
export interface NodeOptions {
  /** Of its own: configuration, log, metadata and data. */
  readonly folder: string;
  readonly ports: { readonly s3: number; readonly rpc: number; readonly admin: number };
  readonly token: string;
  readonly rpcSecret: string;
  readonly replicationFactor: number;
  /** More lines for the head of its configuration. */
  readonly settings?: readonly string[];
}

/**
 * Runs its arguments in the background, tells their process id, and kills them when it is told a line or its stdin ends: also when
 * the test is killed. As their parent it keeps the id from being given to another process until then.
 */
const KEEPER = '"$@" </dev/null 3>&- & echo $! >&3; exec 3>&-; read -r line; kill -9 $! 2>/dev/null; wait $!';

/** A real `garage server` in a folder of its own, which can be killed, frozen and started again. */
export class GarageNode {
  readonly url: string;
  readonly s3Url: string;
  #keeper: ChildProcess | undefined;
  #pid = 0;

  constructor(readonly options: NodeOptions) {
    this.url = `http://127.0.0.1:${options.ports.admin}`;
    this.s3Url = `http://127.0.0.1:${options.ports.s3}`;
  }

  /** Of the process of this start. */
  get pid(): number {
    return this.#pid;
  }

  get isRunning(): boolean {
    return this.#keeper !== undefined;
  }

  /** `peers`: addresses of the others, without which a node that comes back waits up to half a minute for them. */
  async writeConfiguration(peers: readonly string[] = []): Promise<void> {
    const { folder, ports, token, rpcSecret, replicationFactor, settings = [] } = this.options;
    const lines = [
      `metadata_dir = "${join(folder, 'meta')}"`,
      `data_dir = "${join(folder, 'data')}"`,
      `replication_factor = ${replicationFactor}`,
      `rpc_bind_addr = "127.0.0.1:${ports.rpc}"`,
      `rpc_public_addr = "127.0.0.1:${ports.rpc}"`,
      `rpc_secret = "${rpcSecret}"`,
      `bootstrap_peers = ${JSON.stringify(peers)}`,
      ...settings,
      '[s3_api]',
      `api_bind_addr = "127.0.0.1:${ports.s3}"`,
      's3_region = "us-east-1"',
      'root_domain = ".localhost"',
      '[admin]',
      `api_bind_addr = "127.0.0.1:${ports.admin}"`,
      `admin_token = "${token}"`,
    ];
    await writeFile(join(folder, 'garage.toml'), `${lines.join('\n')}\n`, { mode: 0o600 });
  }

  /** Starts the process; it may take a moment until it answers. */
  async start(flags: readonly string[] = []): Promise<void> {
    const { folder } = this.options;
    const log = openSync(join(folder, 'log'), 'a');
    const program = ['garage', '-c', join(folder, 'garage.toml'), 'server', ...flags];
    const keeper = spawn('sh', ['-c', KEEPER, 'keeper', ...program], {
      stdio: ['pipe', log, log, 'pipe'],
      env: { ...process.env, RUST_LOG: 'garage=info' },
    });
    this.#keeper = keeper;
    const told = createInterface({ input: keeper.stdio[3] as NodeJS.ReadableStream });
    const [line] = await once(told, 'line');
    this.#pid = Number(line);
  }

  /** As a power cut of the process: nothing is written any more. */
  async kill(): Promise<void> {
    const keeper = this.#keeper;
    if (!keeper) return;
    this.#keeper = undefined;
    const ended = once(keeper, 'exit');
    keeper.stdin?.end();
    await ended;
  }

  /** SIGSTOP: its connections stay open, and nothing answers on them. */
  freeze(): void {
    if (this.isRunning) process.kill(this.#pid, 'SIGSTOP');
  }

  thaw(): void {
    if (this.isRunning) process.kill(this.#pid, 'SIGCONT');
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read freely what Garage sent
  admin(method: 'GET' | 'POST', operation: string, query: Record<string, string> = {}, body?: unknown): Promise<any> {
    return callAdmin({ url: this.url, token: this.options.token }, method, operation, query, body);
  }

  /** The end of what it wrote, to say why it does not respond. */
  async log(): Promise<string> {
    return (await readFile(join(this.options.folder, 'log'), 'utf8')).slice(-2_000);
  }
}
