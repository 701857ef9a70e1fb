import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Workspace } from '../../../support/workspace';
import { readPage } from '../../../unit/repository/docs/markdown';
import { stepsOf } from '../../docs/hcl';

/** The guide whose command lists access keys that are in no state. */
const PAGE = 'docs/guides/several-pipelines.md';
const [command] = stepsOf(PAGE, readPage(PAGE).text).filter(({ kind }) => kind === 'shell');

/** Runs the command of the guide; its ids as it prints them. `terraform` is the command line that it finds on the PATH. */
export async function queryOrphans(workspace: Workspace, terraform: string) {
  const bin = join(workspace.folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'terraform'), `#!/bin/sh\nexec '${terraform}' "$@"\n`);
  await chmod(join(bin, 'terraform'), 0o755);
  const env = { PATH: [bin, process.env.PATH].join(delimiter) };
  const { code, stdout, output } = await workspace.runProgram('bash', ['-euo', 'pipefail', '-c', command?.code ?? ''], {
    env,
  });
  return { code, output, ids: stdout.split('\n').filter(Boolean) };
}
