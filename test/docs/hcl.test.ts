import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { inRoot } from '../../scripts/support/paths';
import { run } from '../../scripts/support/run';
import { findTerraform } from '../../scripts/support/terraform';
import { newestCommandLine } from '../support/command-lines';
import { type HclBlock, hclBlocks, markOf, nameOf, needsNewer, scenesOf } from './hcl';
import { readPage } from './markdown';
import { play } from './play';

const blocks = hclBlocks();
const scenes = scenesOf(blocks);
const parsedOnly = blocks.filter((block) => markOf(block, 'parsed only') !== undefined);
const newest = await newestCommandLine('examples that need a newer Terraform');
const pages = [...new Set(scenes.map(([first]) => first?.page ?? ''))];

describe.concurrent('blocks that are run', () => {
  it.each(pages)('%s: every configuration applies, and plans nothing after it', async (page) => {
    for (const scene of scenes.filter(([first]) => first?.page === page)) {
      if (!scene.some(needsNewer)) await play(scene);
      else if (newest) await play(scene, newest.path);
    }
  });
});

it(`all blocks are formatted as Terraform does it; ${blocks.length - parsedOnly.length} are run, ${parsedOnly.length} are parsed only`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-docs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const block of blocks) await writeFile(join(folder, fileName(block)), block.code);

  const { path } = await findTerraform();
  const { code, stdout, output } = await run(path, ['fmt', '-check', '-diff', '-no-color', folder], {
    env: { CHECKPOINT_DISABLE: '1' },
  });

  expect({ code, stdout }, output).toEqual({ code: 0, stdout: '' });
});

it('no block is missed', () => {
  const fences = [...new Set(blocks.map(({ page }) => page))].flatMap(
    (page) => readPage(page).text.match(/^ *```hcl$/gm) ?? [],
  );

  expect(blocks).toHaveLength(fences.length);
  expect(scenes.flat().length + parsedOnly.length).toBe(fences.length);
});

it('a block that is only parsed says why', () => {
  expect(parsedOnly.filter((block) => markOf(block, 'parsed only') === '').map(nameOf)).toEqual([]);
});

it('every mark is one that this test knows', () => {
  const known = /^(continues|replaces|test file|needs Terraform 1\.\d+|(parsed only|fails): [\s\S]+)$/;

  expect(blocks.flatMap((block) => block.marks.filter((mark) => !known.test(mark)).map(() => nameOf(block)))).toEqual(
    [],
  );
});

it('every example of the provider stands on a page', () => {
  const files = readdirSync(inRoot('examples'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tf|sh)$/.test(file) && !/^(terraform|constructs)\//.test(file),
  );

  const shown = files.filter((file) => {
    const [kind = '', type = ''] = file.split('/');
    const page = kind === 'provider' ? 'docs/index.md' : `docs/${kind}/${type.replace(/^coffer_/, '')}.md`;
    return readPage(page).text.includes(codeOf(readFileSync(inRoot('examples', file), 'utf8')));
  });

  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => !shown.includes(file))).toEqual([]);
});

function fileName(block: HclBlock): string {
  const kind = markOf(block, 'test file') === undefined ? 'tf' : 'tftest.hcl';
  return `${block.page.replaceAll(/[/.]/g, '-')}-${block.line}.${kind}`;
}

/** An example as its page shows it: without the line for this test, and the others without their title. */
const codeOf = (text: string) =>
  text
    .replace(/^# docs: .*\n/, '')
    .replace(/^# [^\n]*\n\n/, '')
    .trim();
