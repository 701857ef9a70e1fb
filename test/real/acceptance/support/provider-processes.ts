import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Workspace } from '../../../support/workspace';

/** Ids of the processes that run one of our executables for this workspace. */
export async function providersOf(workspace: Workspace): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const own = await Promise.all(
    ids.map(async (id) => {
      const environment = await readFile(join('/proc', id, 'environ'), 'latin1').catch(() => '');
      const command = await readFile(join('/proc', id, 'cmdline'), 'latin1').catch(() => '');
      return environment.includes(workspace.folder) && command.includes('terraform-provider-coffer') ? id : undefined;
    }),
  );
  return own.filter((id) => id !== undefined);
}

/** Settles when none of them is left. */
export async function untilNoProvider(workspace: Workspace): Promise<void> {
  while ((await providersOf(workspace)).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
}
