import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fillWorld, PROJECTS } from '../../../host/emulator/dashboard/world';
import { diceOf, isSeeded, sampled, seed } from '../../../support/dice';
import { signIn, useBrowser, visitByBrowser } from './browser';
import { findCut } from './cut';

const openTab = useBrowser();

/** What differs from the phone in the light: colours, and tables that are laid out as such. */
const IN_THE_DARK = [
  'color-contrast',
  'aria-required-children',
  'aria-required-parent',
  'scope-attr-valid',
  'th-has-data-cells',
];

const NARROWEST = 320;
const WIDER = [375, 768, 960, 1280, 1920] as const;

/** The widths of windows for axe: a phone in the light, a desk in the dark. */
const WIDTH_OF = { light: 375, dark: 1920 } as const;
const THEMES = ['light', 'dark'] as const;

/** What would be there if a text that is stored had become markup. */
const MARKUP =
  "document.querySelectorAll('img:not([alt]), script:not([src]), [onerror], [onload], [href^=javascript]').length";

/**
 * Takes a page in the narrowest window and in one more that is drawn, and shows axe two of three pages, light or dark; in the nightly run all windows
 * and both. Collects what is wrong.
 */
function judgeOf(page: Page, found: string[]): () => Promise<void> {
  const add = (...problems: string[]) => found.push(...problems.map((problem) => `${page.url()} ${problem}`));
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => add('asked something')));
  page.on('pageerror', (error) => add(`threw ${error.message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) add(message.text());
  });
  const { pick } = diceOf(seed);
  const axeIn = async (colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width: WIDTH_OF[colorScheme], height: 900 });
    await page.emulateMedia({ colorScheme });
    const rules = { resultTypes: ['violations'], ...(colorScheme === 'dark' && { runOnly: IN_THE_DARK }) };
    const run = (options: object) => (globalThis as unknown as { axe: typeof axe }).axe.run(options);
    const { violations } = await page.evaluate(run, rules);
    add(...violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes[0]?.html}`));
  };
  return async () => {
    if ((await page.evaluate(MARKUP)) !== 0) add('holds markup of somebody else');
    for (const width of isSeeded ? [NARROWEST, ...WIDER] : [NARROWEST, pick(WIDER)]) {
      await page.setViewportSize({ width, height: 900 });
      add(...(await findCut(page)).map((cut) => `${width}: ${cut}`));
    }
    const themes = isSeeded ? THEMES : [pick([...THEMES, undefined])].filter((theme) => theme !== undefined);
    if (themes.length > 0) await page.evaluate(axe.source);
    for (const theme of themes) await axeIn(theme);
  };
}

test('no page is cut at any width, axe finds no problem, and no stored text runs, light and dark', {
  timeout: 600_000,
}, async () => {
  const options = { dialect: 'extended', projects: PROJECTS, adminToken: 'canary-admin' } as const;
  const { emulator, page } = await visitByBrowser(openTab, options);
  const found: string[] = [];
  const judge = judgeOf(page, found);
  const all = await fillWorld(emulator);
  const paths = sampled('pages that are fitted', all, Math.ceil(all.length / 2), all.length);
  const half = Math.ceil(paths.length / 2);
  const go = async (tab: Page, judgeIt: () => Promise<void>, ofTab: readonly string[]) => {
    for (const path of ofTab) {
      await tab.goto(emulator.dashboardUrl + path);
      await judgeIt();
    }
  };
  const second = await page.context().newPage();
  const byProxy = await openTab({ extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' } });

  await Promise.all([go(page, judge, paths.slice(0, half)), go(second, judgeOf(second, found), paths.slice(half))]);
  emulator.settings.change({ dialect: 'conventional' });
  await page.goto(`${emulator.dashboardUrl}/pull-secrets`);
  await judge();
  await page.goto(`${emulator.baseUrl}/docs`);
  await judge();
  const wrong = [
    ['/secrets', 'Create secret'],
    ['/pull-secrets', 'Create pull secret'],
    ['/buckets', 'Create bucket'],
    ['/buckets/bucket-1', 'Upload'],
    ['/faults', 'Add fault'],
    ['/control', 'Set the clock'],
    ['/control', 'Restore'],
  ] as const;
  for (const [path, name] of wrong) {
    await page.goto(emulator.dashboardUrl + path);
    await page.getByRole('button', { name, exact: true }).click();
    await page.getByRole('alert').waitFor();
    await judge();
  }
  await page.goto(`${emulator.dashboardUrl}/buckets/bucket-1`);
  await page.getByLabel('Select all on this page').check();
  await judge();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('link', { name: 'Keep it' }).waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/buckets/bucket-1/object/details?key=report.pdf`);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.locator('pre').waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/faults`);
  await page.getByText('The response', { exact: true }).click();
  await page.getByText('Which requests', { exact: true }).click();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/settings`);
  await page.getByText('What the service does').click();
  await judge();
  await page.getByText('How responses look').click();
  await page.getByLabel('pageSize').fill('x'.repeat(200));
  await page.getByRole('button', { name: 'Save knobs' }).click();
  await page.getByRole('alert').waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/keys`);
  await page.getByRole('button', { name: 'Create access key' }).click();
  await page.getByLabel('Create it all the same').waitFor();
  await judge();
  await page.getByLabel('Create it all the same').check();
  await page.getByRole('button', { name: 'Create access key' }).click();
  await page.locator('.once').waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/keys`);
  await page.getByRole('button', { name: 'Rotate access key GKworld' }).click();
  await page.getByRole('button', { name: 'Delete the old key' }).waitFor();
  await judge();
  await page.goto(`${emulator.dashboardUrl}/journal?q=from:soon`);
  await page.getByText('What can be searched for').click();
  await judge();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  await judge();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter a token.').waitFor();
  await judge();
  await signIn(byProxy, emulator);
  await byProxy.goto(`${emulator.dashboardUrl}/faults`);
  await byProxy.getByLabel('Admin token').waitFor();
  const judgeByProxy = judgeOf(byProxy, found);
  await judgeByProxy();
  for (const path of ['/settings', '/control']) {
    await byProxy.goto(emulator.dashboardUrl + path);
    await judgeByProxy();
  }

  expect(found).toEqual([]);
});
