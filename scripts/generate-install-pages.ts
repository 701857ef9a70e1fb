import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TARGETS } from './packages/chapters';
import { installFileOf, installPageOf } from './packages/readme';
import { inRoot } from './support/paths';

const INSTALL_PAGES = inRoot('docs/constructs/install');

export async function generateInstallPages(): Promise<void> {
  await mkdir(INSTALL_PAGES, { recursive: true });
  for (const target of TARGETS) await writeFile(join(INSTALL_PAGES, installFileOf(target)), installPageOf(target));
}
