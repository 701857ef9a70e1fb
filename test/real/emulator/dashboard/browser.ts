import sparticuz from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import type { Emulator, EmulatorOptions } from '../../../../emulator';
import { start } from '../../../host/emulator/support';

/** For containers of somebody else, in one process and with the doors open: a browser of people has neither. */
const NOT_AS_PEOPLE_HAVE_IT = new Set([
  '--single-process',
  '--disable-web-security',
  '--disable-site-isolation-trials',
  '--allow-running-insecure-content',
]);

/** SwiftShader, which plays a GPU, takes half of the CPU of a test that looks at many pages. Layout and colours are the same without. */
const WITHOUT_GPU = ['--disable-gpu', '--disable-software-rasterizer'];

/** Opens tabs, each with cookies of its own, of one Chromium for the whole file. */
export type OpenTab = (options?: BrowserContextOptions) => Promise<Page>;

/** One Chromium for all tests of a file. */
export function useBrowser(): OpenTab {
  let browser: Browser;
  beforeAll(async () => {
    const args = sparticuz.args.filter((arg) => !NOT_AS_PEOPLE_HAVE_IT.has(arg));
    const executablePath = await sparticuz.executablePath();
    const all = [...args, ...WITHOUT_GPU, '--no-sandbox', '--disable-background-networking'];
    // The first on a machine unpacks Chromium, and nobody can start it before that has ended.
    const launch = () => chromium.launch({ executablePath, args: all, timeout: 120_000 });
    browser = await vi.waitFor(launch, { timeout: 240_000, interval: 1_000 });
  }, 300_000);
  afterAll(() => browser.close());
  return async (options = {}) => {
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    context.setDefaultTimeout(120_000);
    return context.newPage();
  };
}

/** Somebody who signed in by the form. `sources` are all pages that were loaded. */
export async function signIn(page: Page, emulator: Emulator): Promise<string[]> {
  const sources: string[] = [];
  const add = (source: string) => sources.push(source);
  // A test that ends does not wait for its last page.
  const isGone = () => undefined;
  page.on('domcontentloaded', () => void page.content().then(add, isGone));
  await page.goto(emulator.dashboardUrl);
  await page.getByLabel('Access token').fill(emulator.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Secrets' }).waitFor();
  return sources;
}

/** Somebody signed in at an emulator of the test's own. */
export async function visitByBrowser(openTab: OpenTab, options: EmulatorOptions = {}, tab: BrowserContextOptions = {}) {
  const started = await start(options);
  const page = await openTab(tab);
  const sources = await signIn(page, started.emulator);
  return { ...started, page, sources };
}
