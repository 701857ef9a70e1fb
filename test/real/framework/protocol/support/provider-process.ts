import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import * as grpc from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import { createCertificate, toPem } from '../../../../../framework/protocol/certificate/certificate';
import { type ByteClient, openClient } from '../../../../host/framework/protocol/support/grpc';
import { configure } from '../../../../host/framework/protocol/support/rpc';

const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

/** The certificate of a host; its key uses the same curve as Terraform's. */
const hostCertificate = createCertificate(new Date(), 'P-521');

interface StartOptions {
  readonly args?: readonly string[];
  /** Added to an environment without any variables of Terraform. */
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: number;
  /** Default: a pipe, as hosts give it. */
  readonly stdout?: 'ignore';
}

/** A provider running as a separate process; ended with the test if it still runs. */
export class ProviderProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #stderr = '';
  readonly exited: Promise<{ code: number | null; signal: string | null }>;

  private constructor(command: readonly [string, ...string[]], { env, stdin, stdout }: StartOptions) {
    const stdio: StdioOptions = [stdin ?? 'ignore', stdout ?? 'pipe', 'pipe'];
    this.#child = spawn(command[0], command.slice(1), { env: { PATH: process.env.PATH, ...env }, stdio });
    this.exited = once(this.#child, 'close').then(([code, signal]) => ({ code, signal }));
    this.#child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.#lines = createInterface(this.#child.stdout ?? Readable.from([]))[Symbol.asyncIterator]();
    onTestFinished(async () => {
      this.#child.kill('SIGTERM'); // and not at once SIGKILL, which leaves the socket behind
      // A provider that nobody has connected to waits for its host, which is this process (F9).
      const late = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
      await this.exited;
      clearTimeout(late);
    });
  }

  /** Starts a program on one of the runtimes. */
  static start(runtime: string, program: string, options: StartOptions = {}): ProviderProcess {
    return new ProviderProcess([runtime, program, ...(options.args ?? [])], options);
  }

  /** Starts it as Terraform does, with mutual TLS. */
  static startByHost(runtime: string, program: string, options: StartOptions = {}): ProviderProcess {
    const env = {
      TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
      PLUGIN_PROTOCOL_VERSIONS: '6,5',
      PLUGIN_CLIENT_CERT: hostCertificate.cert,
      ...options.env,
    };
    return ProviderProcess.start(runtime, program, { ...options, env });
  }

  /** The next line on stdout. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('stdout ended');
    return value;
  }

  /** The rest of stdout, when it has ended. */
  async output(): Promise<string> {
    const lines: string[] = [];
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) return lines.join('\n');
      lines.push(value);
    }
  }

  /** Settles when stderr holds this text. */
  async says(text: string): Promise<void> {
    while (!this.#stderr.includes(text)) await once(this.#child.stderr ?? this.#child, 'data');
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Its exit code, also while a process that it has left behind keeps its output open; null before. */
  get code(): number | null {
    return this.#child.exitCode;
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }
}

/** The fields of a handshake line. */
export function parseHandshake(line: string) {
  const [core, app, network, address = '', protocol, certificate = '', ...more] = line.split('|');
  return { core, app, network, address, protocol, certificate, more };
}

/** Connects as the host does: with its certificate, trusting only the one of the handshake. */
export function connectAsHost(line: string): ByteClient {
  const { address, certificate } = parseHandshake(line);
  if (certificate === '') return openClient(`unix:${address}`);
  const trusted = toPem('CERTIFICATE', Buffer.from(certificate, 'base64'));
  const { key, cert } = hostCertificate;
  return openClient(
    `unix:${address}`,
    grpc.credentials.createSsl(Buffer.from(trusted), Buffer.from(key), Buffer.from(cert)),
  );
}

/** A provider that a host has started, connected to and configured. */
export async function startConfigured(runtime: string, program: string, options: StartOptions = {}) {
  const process = ProviderProcess.startByHost(runtime, program, options);
  const line = await process.line();
  const client = connectAsHost(line);
  await configure(client, 'token');
  return { process, line, client };
}

/** The parsed variable TF_REATTACH_PROVIDERS. */
type Attachment = Record<string, { Addr: { String: string } }>;

/** How to attach to a provider in debug mode, as printed by the provider. */
export async function attachment(process: ProviderProcess): Promise<Attachment> {
  for (;;) {
    const found = /TF_REATTACH_PROVIDERS='(.*)'/.exec(await process.line());
    if (found) return JSON.parse(found[1] ?? '') as Attachment;
  }
}

/** Where a provider in debug mode listens. */
export async function socketOf(process: ProviderProcess): Promise<string> {
  return Object.values(await attachment(process))[0]?.Addr.String ?? '';
}
