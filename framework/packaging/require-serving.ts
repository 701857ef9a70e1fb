import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Bundle } from './bundle';
import type { ProviderVersion } from './names';

/** Time limit of a main file that has only to print its version, in milliseconds. */
const LONGEST_MS = 60_000;

const CALL = 'It has to call serve(provider), of terraform-provider-kit/serve.';

/** Runs the bundle with `--version` in `folder`; rejects unless it prints that of this provider. `main` is the name of the file in the error. */
export async function requireServing(
  bundle: Pick<Bundle, 'text' | 'map'>,
  main: string,
  folder: string,
  of: ProviderVersion,
): Promise<void> {
  const { code, stdout, stderr } = await runBundle(bundle, folder);
  const expected = `${of.source} ${of.version}\n`;
  if (stdout === expected) return;
  if (stdout.startsWith(expected) || stdout.endsWith(expected))
    throw new Error(
      `${main} writes to stdout, too, which is for Terraform alone: import terraform-provider-kit/serve first, and write nothing there after it.`,
    );
  if (code !== 0) throw new Error(`${main} fails when it starts:\n\n${`${stdout}${stderr}`.trim()}`);
  const served = /^[\w-]+\/[\w-]+ \S+/.exec(stdout)?.[0];
  const found = served ? `serves ${served}, and the provider is ${expected.trimEnd()}` : 'serves no provider';
  throw new Error(`${main} ${found}. ${CALL} ${stdout}${stderr}`.trimEnd());
}

/** Runs a bundle with `--version`. An error that nothing catches is in `stderr` with its place in the sources. */
async function runBundle({ text, map }: Pick<Bundle, 'text' | 'map'>, folder: string) {
  const work = await mkdtemp(join(tmpdir(), 'provider-'));
  try {
    const file = join(work, 'main.mjs');
    await writeFile(file, `${text}\n//# sourceMappingURL=main.mjs.map\n`);
    await writeFile(`${file}.map`, JSON.stringify({ ...JSON.parse(map), sourceRoot: `${resolve(folder)}/` }));
    return await new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((settle) => {
      const env = { ...process.env, TF_PLUGIN_MAGIC_COOKIE: '' };
      const options = { cwd: folder, env, timeout: LONGEST_MS, killSignal: 'SIGKILL' as const };
      const args = ['--enable-source-maps', file, '--version'];
      execFile(process.execPath, args, options, (error, stdout, stderr) =>
        settle({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr }),
      );
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
