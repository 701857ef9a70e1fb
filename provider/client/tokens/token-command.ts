import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { attempt } from '../../../contract/formats/attempt';
import { MAX_TOKEN_BYTES, parseToken, type Token, TokenProblem, type TokenSource } from './token';

interface TokenCommandOptions {
  /** The program, then its arguments, run without a shell. */
  readonly argv: readonly [program: string, ...args: string[]];
  /** Time limit for one run, until its output ends, in milliseconds; at most 2^31 - 1. */
  readonly timeoutMs: number;
  /** The whole environment of the command. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970, for a lifetime that is given in seconds from now. */
  readonly now: () => number;
}

const UNSEEN = 'Its output is not shown, because it may contain the token. To see the output, run the command by hand.';

/**
 * A command that prints the token (`tokenIn`) and exits with 0; every `fetch` runs it once. Its standard error is discarded. It and what it started
 * are killed (`killAll`) when it takes too long, prints over 64 KiB, or the provider exits first. Failures are TokenProblems.
 */
export class TokenCommand implements TokenSource {
  // Each run may be a request to somebody else's service.
  readonly againMs = 1_000;

  constructor(
    readonly setting: string,
    private readonly options: TokenCommandOptions,
  ) {}

  async fetch(): Promise<Token> {
    const where = `The command ${JSON.stringify(this.options.argv[0])} of ${this.setting}`;
    return tokenIn(await run(this.options, where), where, this.options.now());
  }
}

/**
 * The token in the output of a command: alone, or in a JSON object as `token` or else `access_token`, and optionally with its expiry as `expires_at`
 * (RFC 3339, or seconds since 1970) or else `expires_in` (seconds); a number may be a string, null counts as absent. Without either, the expiry is
 * that of a JWT, if the token is one. `where` begins the sentence of the error. Throws a TokenProblem, which quotes nothing of the output.
 */
export function tokenIn(output: Buffer, where: string, nowMs: number): Token {
  const text = output.toString('utf8').trim();
  if (!text.startsWith('{')) return parseToken(output, where);
  const given = attempt(() => JSON.parse(text) as Readonly<Record<string, unknown>>);
  const found = given?.token ?? given?.access_token;
  if (typeof found !== 'string') {
    throw new TokenProblem(`${where} printed JSON without a text in "token" or "access_token". ${UNSEEN}`);
  }
  const token = parseToken(Buffer.from(found), where);
  const told = (name: string, timeOf: (value: unknown) => number | undefined): number | undefined => {
    const value = given?.[name];
    if (value === undefined || value === null) return undefined;
    const ms = timeOf(value);
    if (ms !== undefined && Number.isFinite(ms)) return ms;
    throw new TokenProblem(
      `${where} printed JSON whose "${name}" is not a time. Print "expires_at" as RFC 3339 has it, or in seconds since 1970, or "expires_in" in ` +
        `seconds; or leave it out. ${UNSEEN}`,
    );
  };
  const at = told('expires_at', (value) => inMs(value) ?? (typeof value === 'string' ? Date.parse(value) : undefined));
  const lasts = told('expires_in', inMs);
  return { ...token, expiresAtMs: at ?? (lasts === undefined ? token.expiresAtMs : nowMs + lasts) };
}

/** Converts seconds to milliseconds; some programs print numbers as strings. */
function inMs(seconds: unknown): number | undefined {
  if (typeof seconds === 'string' && !/^\d+(\.\d+)?$/.test(seconds)) return undefined;
  return typeof seconds === 'string' || typeof seconds === 'number' ? Number(seconds) * 1000 : undefined;
}

function run(options: TokenCommandOptions, where: string): Promise<Buffer> {
  const { timeoutMs } = options;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const notStarted = (error: Error) => {
      const code = 'code' in error ? String(error.code) : error.name;
      return `cannot be started (${code}). Give a program that is on the PATH, or its absolute path.`;
    };
    let child: Child;
    try {
      child = start(options);
    } catch (error) {
      reject(new TokenProblem(`${where} ${notStarted(error as Error)}`));
      return;
    }
    const kill = () => killAll(child);
    const finish = (problem?: string) => {
      clearTimeout(timer);
      process.removeListener('exit', kill);
      child.removeAllListeners();
      child.on('error', () => {});
      child.stdout.destroy();
      if (problem === undefined) resolve(Buffer.concat(chunks));
      else reject(new TokenProblem(`${where} ${problem}`));
    };
    const stop = (problem: string) => {
      kill();
      finish(problem);
    };
    const timer = setTimeout(() => {
      stop(
        hasEnded(child)
          ? `ended, and something that it started kept its output open for ${timeoutMs} ms. Send the output of that elsewhere: >/dev/null.`
          : `did not end within ${timeoutMs} ms and was killed. Make it quicker, or raise request_timeout.`,
      );
    }, timeoutMs);
    process.once('exit', kill);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_TOKEN_BYTES)
        stop(`printed more than 64 KiB and was killed. It may print the token and nothing else.`);
    });
    child.on('error', (error) => finish(notStarted(error)));
    // Emitted only after the output has ended too. Processes that the command leaves behind with its output open are killed at the time limit.
    child.on('close', (code, signal) => {
      if (code === 0) finish();
      else finish(`ended with ${code === null ? `the signal ${signal}` : `exit code ${code}`}. ${UNSEEN}`);
    });
  });
}

type Child = ChildProcessByStdio<null, Readable, null>;

/** Most failures are events; some are thrown, such as ENOTDIR and E2BIG. */
function start({ argv: [program, ...args], variables }: TokenCommandOptions): Child {
  return spawn(program, args, {
    // Standard error may contain the token, and Terraform would log it.
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: process.platform !== 'win32',
    windowsHide: true,
    env: { ...variables },
  });
}

/** A process that was started as the leader of its own group. */
type Started = Pick<ChildProcess, 'pid' | 'exitCode' | 'signalCode'>;

/** True if the process has ended, by itself or by a signal. Its descendants may still be running. */
const hasEnded = ({ exitCode, signalCode }: Started) => exitCode !== null || signalCode !== null;

/**
 * Kills a process with its group, and on Linux also its descendants in other groups, unless their parent has ended; on Windows its descendants. If it
 * has ended, only what is left of its group, on Windows nothing; if it was never started, nothing. Does not wait until they have ended. Never throws.
 */
export function killAll(child: Started): void {
  const { pid } = child;
  if (pid === undefined) return;
  const isOver = hasEnded(child);
  // No system reuses an id while a group has it: if a process has this id now, it is not ours.
  if (isOver && isTaken(pid)) return;
  if (process.platform === 'win32') {
    attempt(() => spawn('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' }).on('error', () => {}));
    return;
  }
  // Collected first: the children of a killed process can no longer be found through it. Any of them may have ended by now, or lead no group.
  const others = isOver ? [] : descendantsOf(pid);
  for (const group of [pid, ...others]) attempt(() => process.kill(-group, 'SIGKILL'));
  for (const one of others) attempt(() => process.kill(one, 'SIGKILL'));
}

/** True if a process with this id exists, even one of another account. */
function isTaken(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The descendants of a process, except those whose parent has ended; none where the system has no /proc. */
function descendantsOf(pid: number): number[] {
  const threads = attempt(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  return threads
    .map((thread) => attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1')) ?? '')
    .flatMap((children) => children.split(' ').filter(Boolean).map(Number))
    .flatMap((child) => [child, ...descendantsOf(child)]);
}
