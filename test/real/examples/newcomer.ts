import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot, ROOT } from '../../../scripts/support/paths';
import { run } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { codeOf, parsePage } from '../../unit/repository/docs/markdown';
import { asksForOtherPorts, atFreePorts } from '../docs/ports';

/** The line where a page asks for the output of the emulator. */
const EXPORTS_GO_HERE = '# Put the export lines of the emulator here.';
/** The last output of the emulator when it is ready. */
const READY = 'Ctrl-C stops it.';

/** Commands that a test run needs itself, or has run before. */
const PREPARED = /^npm (ci|run build:provider|run build -- [a-z ]+)$/;

/**
 * Saves half of the CPU and changes no result. Newcomers share jsii's unpacked packages (by the hash of each) and Go's compiled code (`-trimpath`:
 * otherwise its cache depends on the folder of the clone); Java does not optimize for long runs; pip compiles only imported modules.
 */
export const THRIFT = {
  JSII_RUNTIME_PACKAGE_CACHE_ROOT: inRoot('build/jsii'),
  GOFLAGS: '-trimpath',
  MAVEN_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC',
  PIP_NO_COMPILE: '1',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/** A command of a page, and its result. */
export interface Typed {
  readonly command: string;
  readonly code: number;
  /** Its output, without colours. */
  readonly output: string;
}

/**
 * A user who has cloned the repository and types the commands on the page of an example, word for word. The clone has a copy of the
 * example; everything else in it links to this checkout, so the commands that install and build it are not typed again.
 */
export class Newcomer implements AsyncDisposable {
  #emulator: ChildProcess | undefined;
  #exports: readonly string[] = [];
  /** Lines that affect every later command: `cd` and `export`. */
  readonly #standing: string[] = [];
  #lines: string[] = [];

  private constructor(
    /** Root of the clone. */
    readonly clone: string,
    private readonly name: string,
    private readonly env: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Clones the repository for the example of this name. `change` may change the copy. */
  static async arrive(name: string, change?: (folder: string) => Promise<void>): Promise<Newcomer> {
    const home = await mkdtemp(join(tmpdir(), `coffer-newcomer-${name}-`));
    const clone = join(home, 'coffer');
    await mkdir(clone);
    await mkdir(join(home, 'tmp'));
    await mkdir(join(home, 'bin'));
    await symlink((await findTerraform()).path, join(home, 'bin/terraform'));
    for (const entry of await readdir(ROOT)) {
      if (!['.git', 'examples'].includes(entry)) await symlink(inRoot(entry), join(clone, entry));
    }
    const inherited = Object.keys(process.env).filter((variable) => /^(TF|CDKTF|COFFER)_/.test(variable));
    const newcomer = new Newcomer(clone, name, {
      ...Object.fromEntries(inherited.map((variable) => [variable, undefined])),
      TERRAFORM_BINARY_NAME: undefined,
      // Programs that npm has installed must be found the way the page says.
      PATH: [join(home, 'bin'), ...(process.env.PATH ?? '').split(delimiter)]
        .filter((folder) => !folder.includes('node_modules'))
        .join(delimiter),
      TMPDIR: join(home, 'tmp'),
      ...THRIFT,
      MAVEN_OPTS: `-Djava.io.tmpdir=${join(home, 'tmp')} ${THRIFT.MAVEN_OPTS}`,
      CDKTF_HOME: join(home, 'cdktf'),
    });
    await cp(inRoot('examples/constructs', name), newcomer.folder, { recursive: true, filter: isSource });
    await change?.(newcomer.folder);
    newcomer.#lines = await newcomer.#readPage();
    return newcomer;
  }

  /** The folder of the example. */
  get folder(): string {
    return join(this.clone, 'examples/constructs', this.name);
  }

  /** Types the command that starts the emulator, and waits until it is ready. Throws if an earlier one is not {@link PREPARED}. */
  async startEmulator(): Promise<void> {
    const at = this.#lines.findIndex((line) => line.startsWith('npm run --silent emulator'));
    const [command = '', ...before] = this.#lines.splice(0, at + 1).reverse();
    const unknown = before.filter((line) => !PREPARED.test(line));
    if (unknown.length > 0)
      throw new Error(`nobody has done what the page of ${this.name} asks for: ${unknown.join(', ')}`);
    const printed = await this.#startEmulator(command);
    this.#exports = printed.split('\n').filter((line) => line.startsWith('export '));
    if (this.#exports.length === 0) throw new Error(`the page speaks of export lines:\n${printed}`);
  }

  /** Waits until the emulator is ready, and gives its output. If ports are in use, it does what the error says. */
  async #startEmulator(command: string): Promise<string> {
    // In a separate process group, because npm is between us and the emulator.
    const child = spawn('bash', ['-c', command], {
      cwd: this.clone,
      env: { ...process.env, ...this.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#emulator = child;
    let printed = '';
    const isReady = await new Promise<boolean>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text;
          if (printed.includes(READY)) resolve(true);
        });
      }
      child.once('error', reject);
      child.once('close', () => resolve(false));
    });
    if (isReady) return printed;
    if (asksForOtherPorts(printed)) return await this.#startEmulator(atFreePorts(command));
    throw new Error(`${command} ended:\n${printed}`);
  }

  /** Types commands up to the first that matches `last`, or that fails; without `last`, to the end of the page. */
  async type(last?: RegExp): Promise<readonly Typed[]> {
    const typed: Typed[] = [];
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
      if (line === EXPORTS_GO_HERE) this.#standing.push(...this.#exports);
      else if (/^(cd|export) /.test(line)) this.#standing.push(line);
      else {
        const done = await this.say(line);
        typed.push(done);
        if (done.code !== 0 || last?.test(line)) break;
      }
    }
    return typed;
  }

  /** Types a command that is not on the page, in the folder and with the variables typed before. */
  async say(command: string): Promise<Typed> {
    const script = [...this.#standing, command].join('\n');
    const { code, output } = await run('bash', ['-e', '-c', script], { cwd: this.clone, env: this.env });
    return { command, code, output: stripVTControlCharacters(output) };
  }

  /** The objects of the service: lists by kind. */
  async stored(): Promise<Readonly<Record<string, unknown>>> {
    const [, baseUrl] = /^export COFFER_BASE_URL=(.*)$/m.exec(this.#exports.join('\n')) ?? [];
    const response = await fetch(`${baseUrl}/_emulator/objects`);
    return (await response.json()) as Record<string, unknown>;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#emulator?.pid !== undefined && this.#emulator.exitCode === null && this.#emulator.signalCode === null) {
      const ended = once(this.#emulator, 'exit');
      process.kill(-this.#emulator.pid, 'SIGTERM');
      await ended;
    }
    await rm(join(this.clone, '..'), { recursive: true, force: true, maxRetries: 10 });
  }

  async #readPage(): Promise<string[]> {
    const page = parsePage(this.name, await readFile(join(this.folder, 'README.md'), 'utf8'));
    return codeOf(page, 'sh').flatMap((code) => code.trim().split('\n'));
  }
}

/** Whether a path is not a leftover of running the example in the checkout. */
const isSource = (path: string) =>
  !/\/(\.venv|target|cdktf\.out|node_modules|terraform\.[\w-]+\.tfstate.*)$/.test(path);
