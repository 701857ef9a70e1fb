import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { bin, inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import { hasToolChain } from '../../support/tool-chain';

const hasGo = await hasToolChain('Go', 'freshness of the wire types in Go');

/** Every file below a folder, by its path relative to the folder. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(folder.length), await readFile(file, 'utf8')] as const)),
  );
}

const GENERATED = [
  { script: 'generate-protocol', committed: 'provider/protocol/generated' },
  ...(hasGo ? [{ script: 'generate-conformance', committed: 'test/conformance/tfplugin6' }] : []),
];

it.each(GENERATED)(
  '$committed is that of the .proto as it is now',
  async ({ script, committed }) => {
    const folder = await mkdtemp(join(tmpdir(), 'coffer-test-'));
    onTestFinished(() => rm(folder, { recursive: true }));

    await must(bin('tsx'), [inRoot('scripts', `${script}.ts`), folder], { cwd: inRoot() });

    const [fresh, kept] = [await filesIn(folder), await filesIn(inRoot(committed))];
    expect(Object.keys(fresh).sort()).toEqual(Object.keys(kept).sort());
    for (const [name, text] of Object.entries(kept)) expect(fresh[name] === text, name).toBe(true);
  },
  300_000,
);
