import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCodecs, writeCodecs } from '../../../../scripts/sources/codecs';
import { makeGoMessages, writeGoMessages } from '../../../../scripts/sources/go-messages';
import { inRoot } from '../../../../scripts/support/paths';
import { temporaryFolder } from '../../../unit/support/temporary-folder';
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
  { folder: 'framework/protocol/generated', make: makeCodecs, write: writeCodecs },
  ...(hasGo ? [{ folder: 'test/conformance/tfplugin6', make: makeGoMessages, write: writeGoMessages }] : []),
];

it.each(GENERATED)(
  '$folder is that of the .proto as it is now',
  async ({ folder, make, write }) => {
    const scratch = temporaryFolder();

    await make();
    await write(join(scratch, 'written'));

    const [fresh, made] = [await filesIn(join(scratch, 'written')), await filesIn(inRoot(folder))];
    expect(Object.keys(fresh).sort()).toEqual(Object.keys(made).sort());
    expect(Object.keys(made)).not.toEqual([]);
    for (const [name, text] of Object.entries(made)) expect(fresh[name] === text, name).toBe(true);
  },
  300_000,
);
