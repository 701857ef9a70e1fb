import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { bin, inRoot, ROOT } from '../../../scripts/support/paths';
import { must, run } from '../../../scripts/support/run';
import { isSeeded } from '../../support/dice';
import { temporaryFolder } from '../../unit/support/temporary-folder';

/** Unsets inherited variables that would influence the test. */
const inherited = () =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => /^(TF|CDKTF|COFFER)_/.test(name))
      .map((name) => [name, undefined]),
  );

/** What the README's picture of the demo shows. */
async function pictureOf(theme: string): Promise<string> {
  const picture = await readFile(inRoot('docs/pictures', `demo-${theme}.svg`), 'utf8');
  const [, ...lines] = [...picture.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = '']) => line);
  return lines.join('\n').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** The lines of the demo without what differs with each run: ids, names, ports, durations, and the order in which Terraform works. */
const storyOf = (output: string): readonly string[] =>
  output
    .trim()
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\bGK[\da-f]+|\b[a-z]+-[a-z]+-[\da-f]{6}\b/g, '…')
    .replaceAll(/(?:Terraform|OpenTofu) [\d.]+|dist\/mirror\/\S+\/|\d+(?:\.\d+)? s\b|:\d+\b/g, '…')
    .replaceAll(/ +/g, ' ')
    .split('\n')
    .sort();

/** Files that the demo itself left behind; tsx and npm keep caches beside them. */
const leftIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('coffer-'));

const checkoutStatus = async () =>
  (await must('git', ['status', '--porcelain', '--ignored', 'examples'], { cwd: ROOT })).stdout;

it('npm run demo: goes through the cdktf command line, tells the whole story and leaves nothing', async () => {
  const folder = temporaryFolder();
  const before = await checkoutStatus();

  const { code, stdout, stderr } = await run('npm', ['run', '--silent', 'demo'], {
    cwd: ROOT,
    env: { ...inherited(), TMPDIR: folder, COFFER_TERRAFORM: process.env.COFFER_TERRAFORM },
  });

  expect({ code, stderr, stdout }).toMatchObject({ code: 0, stderr: '' });
  expect(stdout).toMatch(/Every check passed, in \d+ s\./);
  for (const theme of ['light', 'dark']) expect(storyOf(stdout)).toEqual(storyOf(await pictureOf(theme)));
  expect(await leftIn(folder)).toEqual([]);
  expect(await checkoutStatus()).toBe(before);
});

/** What the demo prints when it is interrupted: cdktf begins, or Terraform has made something, which takes as long as half of the demo. */
const MOMENT = isSeeded ? '+ coffer_' : '] cdktf deploy';

it(`npm run demo: cleans up and ends with 130 when interrupted at ${JSON.stringify(MOMENT)}`, async () => {
  const folder = temporaryFolder();
  // Not by the command `tsx`, which kills its child if that is too busy to confirm the signal at once. In a terminal, Ctrl-C reaches both.
  const demo = spawn(bin('node'), ['--import', 'tsx', inRoot('scripts/demo.ts')], {
    env: { ...process.env, ...inherited(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void demo.kill('SIGKILL'));
  const ended = once(demo, 'close');
  let stderr = '';
  demo.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });

  let interrupted = false;
  for await (const line of createInterface({ input: demo.stdout })) {
    if (interrupted || !line.includes(MOMENT)) continue;
    interrupted = demo.kill('SIGINT');
  }
  const [code] = await ended;

  expect({ code, stderr: stderr.trim() }).toEqual({
    code: 130,
    stderr: 'Interrupted. The emulator is stopped, and the temporary folder removed.',
  });
  expect(await leftIn(folder)).toEqual([]);
});
