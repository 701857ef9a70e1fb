import { mkdir, writeFile } from 'node:fs/promises';
import { bin, inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { THEMES } from './svg';
import { drawTerminal } from './terminal';

/** Runs the demo and draws its output, light and dark, into docs/pictures/. Ids and times differ with each run. */
export async function drawDemo(): Promise<void> {
  const { stdout } = await must(bin('tsx'), [inRoot('scripts', 'demo.ts')], { cwd: ROOT });
  // The mirror subfolder, which Terraform derives from the provider's address, is irrelevant here.
  const output = stdout.replace(/dist\/mirror\/\S+\//, 'dist/mirror/…/');
  await mkdir(inRoot('docs', 'pictures'), { recursive: true });
  for (const [name, theme] of Object.entries(THEMES)) {
    await writeFile(inRoot('docs', 'pictures', `demo-${name}.svg`), drawTerminal('npm run demo', output, theme));
  }
}
