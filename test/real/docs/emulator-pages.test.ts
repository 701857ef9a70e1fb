import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { EMULATOR_PAGES } from '../../../scripts/emulator-docs/pages';
import { BUILT_EMULATOR } from '../../support/built-emulator';
import { allPages, readPage } from '../../unit/repository/docs/markdown';
import { emulatorSteps, follow, isElsewhere, isStart, MARKS } from './emulator-pages';
import { markOf, nameOf, type Step } from './hcl';
import { OUTCOMES, promisedIn } from './outcomes';
import { Terminal } from './terminal';

const pages = [
  'emulator/README.md',
  ...allPages()
    .map(({ path }) => path)
    .filter((path) => path.startsWith(`docs/${EMULATOR_PAGES}/`)),
];
const steps = pages.flatMap(emulatorSteps);

let installed: string;
beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'coffer-installed-'));
  await cp(BUILT_EMULATOR, installed, { recursive: true });
  const manifest = { name: 'coffer-emulator', version, bin: { 'coffer-emulator': 'main.cjs' }, exports: EXPORTS };
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest));
});
afterAll(() => rm(installed, { recursive: true, force: true }));

/** What a page imports; build-emulator.test.ts looks at the whole package. */
const EXPORTS = { '.': './index.cjs', './vitest': './vitest.mjs' };

describe('a reader of the emulator who does what the page says, in order', () => {
  it.each(pages)('%s', async (page) => {
    await using terminal = await Terminal.open(installed);
    let printed = '';
    for (const step of emulatorSteps(page)) printed = await follow(step, terminal, printed);
  });
});

it('D1: a reader whose ports are in use does what the error of the emulator says', async () => {
  await using terminal = await Terminal.open(installed);
  const start = 'node_modules/.bin/coffer-emulator';

  const [first, second] = [await terminal.startEmulator(start), await terminal.startEmulator(start)];

  const portOf = (printed: string) => /REST interface .*:(\d+)$/m.exec(printed)?.[1];
  expect(portOf(second)).toMatch(/^\d+$/);
  expect(portOf(second)).not.toBe(portOf(first));
});

it('every mark is one that this test knows', () => {
  expect(steps.flatMap((step) => step.marks.filter((mark) => !MARKS.test(mark)).map(() => nameOf(step)))).toEqual([]);
});

it('no block is missed: it is typed, kept in a file, compared with what was printed, or says who takes it', () => {
  const isTaken = (step: Step) =>
    step.kind === 'shell' || ['file', 'output'].some((name) => markOf(step, name) !== undefined) || isElsewhere(step);

  expect(steps.length).toBeGreaterThan(10);
  expect(pages.reduce((sum, path) => sum + readPage(path).blocks.length, 0)).toBe(steps.length);
  expect(steps.filter((step) => !isTaken(step)).map(nameOf)).toEqual([]);
});

it('commands promise an outcome', () => {
  const followed = (step: Step) => {
    const next = steps[steps.indexOf(step) + 1];
    return next !== undefined && markOf(next, 'output') !== undefined;
  };
  const promises = (step: Step) =>
    step.marks.some((mark) => OUTCOMES.test(mark) || mark.startsWith('fails: ')) || promisedIn(step).length > 0;

  const silent = steps.filter(
    (step) =>
      step.kind === 'shell' &&
      markOf(step, 'file') === undefined &&
      !isStart(step) &&
      !isElsewhere(step) &&
      !promises(step) &&
      !followed(step),
  );
  expect(silent.map(nameOf)).toEqual([]);
});
