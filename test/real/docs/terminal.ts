import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { inRoot } from '../../../scripts/support/paths';
import { answers } from './answers';
import { asksForOtherPorts, atFreePorts } from './ports';

/** What typed commands came to. */
export interface Typed {
  readonly code: number | null;
  /** Both streams. */
  readonly output: string;
}

/** What a reader has before the first line of a page: an empty folder and two terminals. */
export class Terminal implements AsyncDisposable {
  #env: Record<string, string>;
  /** Programs that run in other terminals, the one that was started last at the end. */
  #running: { readonly child: ChildProcess; readonly output: () => string }[] = [];
  readonly #groups: number[] = [];

  private constructor(
    readonly folder: string,
    /** Files of the terminal itself, where no reader looks. */
    private readonly aside: string,
    account: Account,
  ) {
    const { PATH, ...settings } = account;
    this.#env = {
      ...settings,
      PATH: [join(aside, 'bin'), dirname(process.execPath), PATH].join(delimiter),
      CHECKPOINT_DISABLE: '1',
      NO_COLOR: '1',
    };
  }

  /** @param account the variables of the reader's account; without them it is a new one, and there is no network */
  static async empty(account?: Account): Promise<Terminal> {
    const aside = await mkdtemp(join(tmpdir(), 'coffer-terminal-'));
    const folder = join(aside, 'folder');
    await mkdir(folder);
    await mkdir(join(aside, 'bin'));
    return new Terminal(folder, aside, account ?? newAccount(aside));
  }

  /**
   * A terminal in whose folder the emulator's package is installed.
   *
   * @param installed folder of the built package
   */
  static async open(installed: string): Promise<Terminal> {
    const terminal = await Terminal.empty();
    const { folder } = terminal;
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
    await symlink(installed, join(folder, 'node_modules/coffer-emulator'));
    await symlink('../coffer-emulator/main.cjs', join(folder, 'node_modules/.bin/coffer-emulator'));
    // What test runners of a page need is installed here already.
    for (const name of ['vitest', '@aws-sdk'])
      await symlink(inRoot('node_modules', name), join(folder, 'node_modules', name));
    await symlink(inRoot('node_modules/vitest/vitest.mjs'), join(folder, 'node_modules/.bin/vitest'));
    return terminal;
  }

  /** Puts a program on the PATH of the terminal. */
  addProgram(name: string, script: string): Promise<void> {
    return writeFile(join(this.aside, 'bin', name), script, { mode: 0o755 });
  }

  /** Addresses in it are those of the emulator that runs. */
  async write(file: string, text: string): Promise<void> {
    const path = join(this.folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, this.#addressed(text));
    if (text.startsWith('#!')) await chmod(path, 0o755);
  }

  /** Types commands in its folder or in another; what they export is there for the next ones. They may leave programs that go on. */
  async type(code: string, folder?: string): Promise<Typed> {
    const left = join(this.aside, 'environment');
    const whole = `trap 'env -0 >"${left}"' EXIT\n${this.#addressed(code)}`;
    const { child, output } = this.#start('bash', ['-euo', 'pipefail', '-c', whole], { folder, stdin: 'pipe' });
    // A command that has ended takes no answer.
    child.stdin?.on('error', () => undefined);
    const answer = answers();
    const ended = once(child, 'exit').then(([exitCode]) => ({ code: exitCode as number | null }));
    let typed: { code: number | null } | 'again' = 'again';
    while (typed === 'again') {
      typed = await Promise.race([ended, nextTurn()]);
      const wanted = answer(output());
      if (wanted !== undefined) child.stdin?.write(wanted);
    }
    const { code: exitCode } = typed;
    if (existsSync(left)) this.#env = readEnvironment(readFileSync(left, 'utf8'));
    return { code: exitCode, output: output() };
  }

  /** Starts the emulator in the other terminal, or in one more, and takes its `export` lines over. If ports are in use, it does what the error says. */
  async startEmulator(command: string, folder?: string): Promise<string> {
    const { child, output } = this.#start('bash', ['-c', `exec ${command}`], { folder });
    const ended = once(child, 'exit').then(() => 'ended' as const);
    while (!/Ctrl-C stops it\.\n$/.test(output())) {
      if ((await Promise.race([ended, nextTurn()])) !== 'ended') continue;
      if (asksForOtherPorts(output())) return await this.startEmulator(atFreePorts(command), folder);
      throw new Error(`${command} ended:\n${output()}`);
    }
    this.#running.push({ child, output });
    for (const [, name = '', quoted, plain] of output().matchAll(/^export (\w+)=(?:'([^']*)'|(\S*))$/gm))
      this.#env[name] = quoted ?? plain ?? '';
    return output();
  }

  /** Whether a program runs in another terminal. */
  get isBusy(): boolean {
    return this.#running.some(({ child }) => child.exitCode === null);
  }

  /** A reader's emulator has the usual ports, and the page says so. */
  #addressed(code: string): string {
    const [, port = '4280', s3Port = '4281'] =
      /REST interface .*:(\d+)\n.*:(\d+)\n/.exec(this.#running.at(-1)?.output() ?? '') ?? [];
    return code.replaceAll('127.0.0.1:4280', `127.0.0.1:${port}`).replaceAll('127.0.0.1:4281', `127.0.0.1:${s3Port}`);
  }

  /** Ctrl-C in every other terminal where a program runs. */
  async interrupt(): Promise<void> {
    const running = this.#running.filter(({ child }) => child.exitCode === null);
    this.#running = [];
    const ended = running.map(({ child }) => once(child, 'exit'));
    // All of the terminal: npx is the parent of the program.
    for (const { child } of running) process.kill(-(child.pid ?? Number.NaN), 'SIGINT');
    await Promise.all(ended);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const group of this.#groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // Everything in it has ended.
      }
    }
    await rm(this.aside, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Output goes into a file, because what is left running holds on to it. */
  #start(command: string, args: readonly string[], { folder = this.folder, stdin = 'ignore' }: Started) {
    const file = join(this.aside, `output-${this.#groups.length}`);
    const descriptor = openSync(file, 'w');
    const child = spawn(command, args, {
      cwd: folder,
      env: this.#env,
      stdio: [stdin, descriptor, descriptor],
      detached: true,
    });
    closeSync(descriptor);
    this.#groups.push(child.pid ?? Number.NaN);
    return { child, output: () => readFileSync(file, 'utf8') };
  }
}

/** Variables of a reader's account. */
type Account = Readonly<Record<string, string>>;

const newAccount = (home: string): Account => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
  npm_config_cache: join(home, 'npm'),
});

interface Started {
  readonly folder?: string | undefined;
  readonly stdin?: 'ignore' | 'pipe';
}

/** Variables that the shell sets for itself stay behind. */
function readEnvironment(text: string): Record<string, string> {
  const pairs = text.split('\0').flatMap((line) => {
    const equals = line.indexOf('=');
    return equals > 0 ? [[line.slice(0, equals), line.slice(equals + 1)] as const] : [];
  });
  return Object.fromEntries(pairs.filter(([name]) => !['SHLVL', '_', 'PWD', 'OLDPWD'].includes(name)));
}

/** Lets others run: the line that is waited for comes from another process. */
const nextTurn = () => new Promise<'again'>((resolve) => setTimeout(() => resolve('again'), 20));
