import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Build, executableOf } from './builds';

/** The built provider, started by hand. */
export interface DebugProvider extends AsyncDisposable {
  /** The value of the variable that makes Terraform use it. */
  readonly reattach: string;
  /** Its address for gRPC. */
  readonly address: string;
  readonly running: () => boolean;
  /** Everything that it has written so far. */
  readonly output: () => string;
}

/** Starts the built provider by hand, as a developer does. */
export async function startProvider(
  build: Build,
  env: Readonly<Record<string, string | undefined>> = {},
  cwd?: string,
): Promise<DebugProvider> {
  const child = spawn(executableOf(build), ['--debug'], {
    env: { ...process.env, ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
  }
  const ended = once(child, 'exit');
  const running = () => child.exitCode === null && child.signalCode === null;
  while (!/TF_REATTACH_PROVIDERS='(.*)'/.test(text)) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    if (!running()) throw new Error(`the ${build} provider ended before it listened:\n${text}`);
  }
  const [, reattach = ''] = /TF_REATTACH_PROVIDERS='(.*)'/.exec(text) ?? [];
  const attach = JSON.parse(reattach) as Record<string, { Addr: { String: string } }>;
  return {
    reattach,
    address: `unix:${Object.values(attach)[0]?.Addr.String}`,
    running,
    output: () => text,
    async [Symbol.asyncDispose]() {
      child.kill('SIGINT');
      await ended;
    },
  };
}
