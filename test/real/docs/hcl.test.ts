import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../../scripts/support/run';
import { findTerraform } from '../../../scripts/support/terraform';
import { readPage } from '../../unit/repository/docs/markdown';
import { temporaryFolder } from '../../unit/support/temporary-folder';
import { newestTerraform, usableOpenTofu } from '../support/usable-terraforms';
import {
  allSteps,
  hclBlocks,
  isGuide,
  isHcl,
  isTyped,
  markOf,
  nameOf,
  needsNewer,
  needsOpenTofu,
  type Step,
  scenesOf,
  typesNext,
} from './hcl';
import { OUTCOMES, promisedIn } from './outcomes';
import { play, TAKEN_FROM_START } from './play';

const blocks = hclBlocks();
const steps = allSteps();
const scenes = scenesOf(steps);
const parsedOnly = blocks.filter((block) => markOf(block, 'parsed only') !== undefined);
const usual = await findTerraform();
const newest = await newestTerraform('examples that need a newer Terraform');
const openTofu = await usableOpenTofu('examples that need OpenTofu');
const pages = [...new Set(scenes.map(([first]) => first?.page ?? ''))];

describe.concurrent('a reader who does what the page says, in order', () => {
  it.each(pages)('%s: sees what it promises, and plans nothing after each configuration', async (page) => {
    for (const scene of scenes.filter(([first]) => first?.page === page)) {
      const cli = scene.some(needsOpenTofu) ? openTofu : scene.some(needsNewer) ? newest : usual;
      if (cli) await play(scene, cli);
    }
  });
});

it(`all blocks are formatted as Terraform does it; ${blocks.length - parsedOnly.length} are run, ${parsedOnly.length} are parsed only`, async () => {
  const folder = temporaryFolder();
  for (const block of blocks) {
    const kind = markOf(block, 'test file') === undefined ? 'tf' : 'tftest.hcl';
    await writeFile(join(folder, `${block.page.replaceAll(/[/.]/g, '-')}-${block.line}.${kind}`), block.code);
  }

  const { code, stdout, output } = await run(usual.path, ['fmt', '-check', '-diff', '-no-color', folder], {
    env: { CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: undefined },
  });

  expect({ code, stdout }, output).toEqual({ code: 0, stdout: '' });
});

it('no block is missed', () => {
  const fences = [...new Set(blocks.map(({ page }) => page))].flatMap(
    (page) => readPage(page).text.match(/^ *```hcl$/gm) ?? [],
  );

  expect(blocks).toHaveLength(fences.length);
  expect(scenes.flat().filter(isHcl).length + parsedOnly.length).toBe(fences.length);
});

it('every mark is one that this test knows', () => {
  const known =
    /^(continues|edits|replaces|test file|needs Terraform 1\.\d+|needs OpenTofu|(parsed only|fails|not typed): [\s\S]+|file: \S+)$/;
  const ofThen = /^(after: \d+h|at: \S+|with: \w+=\S+)$/;

  const unknown = steps.flatMap((step) =>
    step.marks
      .filter((mark) => !OUTCOMES.test(mark) && !(step.kind === 'then' ? ofThen : known).test(mark))
      .map(() => nameOf(step)),
  );

  // Marks of the emulator's pages are known to emulator-pages.test.ts, and no other page has any.
  expect(unknown.filter((name) => !/^(internals\/|docs\/emulator\/)/.test(name))).toEqual([]);
});

it('D1: a guide whose examples name no source of the provider says where that stands', () => {
  const bare = pages.filter((page) => isGuide({ page }) && !readPage(page).text.includes('required_providers'));

  expect(bare.length).toBeGreaterThan(5);
  expect(bare.filter((page) => !readPage(page).text.includes(TAKEN_FROM_START))).toEqual([]);
});

it('no command of a guide is missed: it is typed, kept in a file, or says why not', () => {
  const fences = [...new Set(steps.filter(isGuide).map(({ page }) => page))].flatMap(
    (page) => readPage(page).text.match(/^ *```shell$/gm) ?? [],
  );
  const shell = steps.filter((step) => isGuide(step) && step.kind === 'shell');

  expect(shell).toHaveLength(fences.length);
  expect(
    shell.filter((step) => !isTyped(step) && !markOf(step, 'file') && !markOf(step, 'not typed')).map(nameOf),
  ).toEqual([]);
});

it('what changes a configuration or types commands on a guide promises an outcome', () => {
  const isChange = (step: Step) =>
    step.kind === 'then' || ['edits', 'replaces'].some((name) => markOf(step, name) !== undefined);
  const runs = (step: Step) => isTyped(step) && /^(?!export |$)/m.test(step.code);
  const promises = (step: Step) =>
    step.marks.some((mark) => OUTCOMES.test(mark) || /^fails: \S/.test(mark)) || promisedIn(step).length > 0;

  const silent = scenes.flatMap((scene) =>
    scene.filter(
      (step, index) => isGuide(step) && (runs(step) || (isChange(step) && !typesNext(scene, index))) && !promises(step),
    ),
  );

  expect(silent.map(nameOf)).toEqual([]);
});
