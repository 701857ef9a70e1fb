import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderVersion } from './names';

/** Time limit of a main file that has only to print its version, in milliseconds. */
const LONGEST_MS = 60_000;

/** Runs the bundle with `--version` in `folder`; rejects unless it prints that of this provider. `main` is the name of the file in the error. */
export async function requireServing(bundle: string, main: string, folder: string, of: ProviderVersion): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'provider-'));
  try {
    const file = join(work, 'main.cjs');
    await writeFile(file, bundle);
    const { stdout, stderr } = await new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve) => {
      const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: '' };
      const options = { cwd: folder, env, timeout: LONGEST_MS, killSignal: 'SIGKILL' as const };
      execFile(process.execPath, [file, '--version'], options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
    });
    const expected = `${of.source} ${of.version}\n`;
    if (stdout === expected) return;
    if (stdout.startsWith(expected) || stdout.endsWith(expected))
      throw new Error(
        `${main} writes to stdout, too, which is for Terraform alone: import terraform-provider-kit/serve first, and write nothing there after it.`,
      );
    const served = /^[\w-]+\/[\w-]+ \S+/.exec(stdout)?.[0];
    const found = served ? `serves ${served}, and the provider is ${expected.trimEnd()}` : 'serves no provider';
    throw new Error(
      `${main} ${found}. It has to call serve(provider), of terraform-provider-kit/serve. ${stdout}${stderr}`.trimEnd(),
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
