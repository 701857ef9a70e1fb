import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import type { GarageCluster } from '../../../../scripts/garage/cluster';
import { closedPort } from '../../../../scripts/support/closed-port';
import { type RunResult, run } from '../../../../scripts/support/run';
import type { Victim } from './chaos';

const TOKEN = 'storm-token';
const REQUEST_LIMIT_MS = 30_000;
/** Of what a start and a sweep take. */
const WITHIN_MS = 60_000;

/** What came of a request; undefined: nobody knows. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: read freely, as the rest of the tests do
  readonly json: any;
}

/** The emulator over a cluster, as people start it: in a process of its own, at a port that it keeps. */
export class ControlPlane implements Victim {
  readonly name = 'control plane';
  readonly token = TOKEN;
  /** Intents that were open when it was killed, over all kills: what the starts afterwards went on with. */
  leftOpen = 0;
  #child: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    private readonly port: number,
    private readonly cluster: GarageCluster,
  ) {}

  static async start(cluster: GarageCluster): Promise<ControlPlane> {
    const folder = join(cluster.folder, 'coffer');
    await mkdir(folder);
    await writeFile(join(folder, 'token'), cluster.token, { mode: 0o600 });
    const plane = new ControlPlane(folder, await closedPort(), cluster);
    await plane.start();
    return plane;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const flags = [
      ...['--quiet', '--port', String(this.port), '--data', join(this.folder, 'data')],
      ...['--s3-backend', 'garage', '--garage-admin-token-file', join(this.folder, 'token'), '--garage-exclusive'],
      ...this.cluster.urls.flatMap((url) => ['--garage-admin-url', url]),
      ...['--s3-public-url', this.cluster.node(0).s3Url, '--s3-region', 'us-east-1'],
    ];
    const log = openSync(join(this.folder, 'log'), 'a');
    this.#child = spawn(process.execPath, ['--import', 'tsx', 'emulator/main.ts', ...flags], {
      stdio: ['ignore', log, log],
      env: { ...process.env, COFFER_EMULATOR_TOKEN: TOKEN },
    });
    for (const end = Date.now() + 60_000; Date.now() < end; await delay(100)) {
      if (this.#child.exitCode !== null) throw new Error(`The control plane ended: see ${join(this.folder, 'log')}`);
      if (await fetch(`${this.url}/_emulator/health`).catch(() => undefined)) return;
    }
    throw new Error('The control plane does not respond.');
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.leftOpen += countOpen(join(this.folder, 'data', 'coffer.db'));
  }

  /** Copies its data folder while it is stopped; the returned function puts the copy back, and leaves it stopped. */
  async backUp(): Promise<() => Promise<void>> {
    const [data, copy] = [join(this.folder, 'data'), join(this.folder, 'backup')];
    await this.kill();
    await rm(copy, { recursive: true, force: true });
    await cp(data, copy, { recursive: true });
    await this.start();
    return async () => {
      await this.kill();
      await rm(data, { recursive: true });
      await cp(copy, data, { recursive: true });
    };
  }

  /** Runs `coffer-emulator reconcile` while it is stopped. */
  reconcile(...decisions: string[]): Promise<RunResult> {
    const access = [
      ...['--data', join(this.folder, 'data'), '--garage-admin-token-file', join(this.folder, 'token')],
      ...this.cluster.urls.flatMap((url) => ['--garage-admin-url', url]),
    ];
    return run(process.execPath, ['--import', 'tsx', 'emulator/main.ts', 'reconcile', ...access, ...decisions], {});
  }

  async untilReason(reason: string): Promise<void> {
    for (const end = Date.now() + WITHIN_MS; Date.now() < end; await delay(200)) {
      const ready = await this.send('GET', '/_emulator/ready');
      if (ready?.json?.reasons.some((each: { reason: string }) => each.reason === reason)) return;
    }
    throw new Error(`The control plane does not say that it is ${reason}.`);
  }

  /** Until a sweep that begins now or later has ended: each signs the mark when it begins, after the end of the one before. */
  async untilSwept(): Promise<void> {
    const signature = async () => {
      const keys: { name: string }[] = await this.cluster.node(1).admin('GET', 'ListKeys');
      return keys.find(({ name }) => name.includes(':mark:'))?.name;
    };
    for (let begun = 0; begun < 2; begun++) {
      const before = await signature();
      while ((await signature()) === before) await delay(500);
    }
  }

  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Undefined: no response, so that nobody knows what came of it. */
  async send(method: string, path: string, body?: unknown): Promise<Reply | undefined> {
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(REQUEST_LIMIT_MS),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, json: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  /** A list that is read until it is answered. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async list(path: string): Promise<any[]> {
    for (;;) {
      const reply = await this.send('GET', path);
      if (reply?.status === 200) return reply.json;
      await delay(200);
    }
  }

  /** What is undone in the cluster. */
  async openIntents(): Promise<number> {
    const text = await fetch(`${this.url}/metrics`).then((response) => response.text());
    return [...text.matchAll(/^coffer_intents_open\{[^}]*\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0);
  }
}

/** In the database of a process that was killed, which is left as it is. */
function countOpen(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const open = (table: string) => `(SELECT count(*) FROM ${table} WHERE state <> 'live')`;
  const row = database.prepare(`SELECT ${open('cluster_bucket')} + ${open('cluster_key')} AS open`).get();
  database.close();
  return Number(row?.open);
}
