import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { callAdmin } from './call-admin';
import type { Place } from './links';

export interface NodeOptions {
  /** The node's own folder: configuration, log, metadata and data. */
  readonly folder: string;
  readonly ports: { readonly s3: number; readonly rpc: number; readonly admin: number };
  readonly token: string;
  readonly rpcSecret: string;
  readonly replicationFactor: number;
  /** Where other nodes reach it. Default: at its RPC port. */
  readonly place?: Place;
  /** Additional lines for the top-level section of its configuration. */
  readonly settings?: readonly string[];
}

/**
 * Runs its arguments in the background, prints their process id, and kills them when it receives a line or its stdin ends, which
 * also happens if the test is killed. As their parent it prevents the reuse of the id until then.
 */
const KEEPER = '"$@" </dev/null 3>&- & echo $! >&3; exec 3>&-; read -r line; kill -9 $! 2>/dev/null; wait $!';

/** A real `garage server` in its own folder, which can be killed, frozen and restarted. */
export class GarageNode {
  readonly url: string;
  readonly s3Url: string;
  #keeper: ChildProcess | undefined;
  /** Process id of the current start. */
  pid = Number.NaN;

  constructor(readonly options: NodeOptions) {
    this.url = `http://127.0.0.1:${options.ports.admin}`;
    this.s3Url = `http://127.0.0.1:${options.ports.s3}`;
  }

  get rpcAddress(): string {
    const { place, ports } = this.options;
    return place ? `${place.host}:${place.publicPort}` : `127.0.0.1:${ports.rpc}`;
  }

  /** `peers`: addresses of the other nodes; without them a restarted node waits up to half a minute for the others. */
  async writeConfiguration(peers: readonly string[] = []): Promise<void> {
    const { folder, ports, token, rpcSecret, replicationFactor, place, settings = [] } = this.options;
    const lines = [
      `metadata_dir = "${join(folder, 'meta')}"`,
      `data_dir = "${join(folder, 'data')}"`,
      `replication_factor = ${replicationFactor}`,
      `rpc_bind_addr = "${place?.host ?? '127.0.0.1'}:${ports.rpc}"`,
      `rpc_public_addr = "${this.rpcAddress}"`,
      `rpc_bind_outgoing = ${place !== undefined}`,
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

  /** Starts the process; it may take a moment until it responds. */
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
    this.pid = Number(line);
  }

  /** Kills the process like a power failure: it writes nothing more. */
  async kill(): Promise<void> {
    const keeper = this.#keeper;
    if (!keeper) return;
    this.#keeper = undefined;
    const ended = once(keeper, 'exit');
    keeper.stdin?.end();
    await ended;
  }

  /** SIGSTOP: its connections stay open, without any response. */
  freeze(): void {
    if (this.#keeper) process.kill(this.pid, 'SIGSTOP');
  }

  thaw(): void {
    if (this.#keeper) process.kill(this.pid, 'SIGCONT');
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests read Garage's responses without a schema
  admin(method: 'GET' | 'POST', operation: string, query: Record<string, string> = {}, body?: unknown): Promise<any> {
    return callAdmin({ url: this.url, token: this.options.token }, method, operation, query, body);
  }

  /** The end of its log, to explain why it does not respond. */
  async log(): Promise<string> {
    return (await readFile(join(this.options.folder, 'log'), 'utf8')).slice(-2_000);
  }
}
