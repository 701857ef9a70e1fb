import { mkdir, writeFile } from 'node:fs/promises';
import { drawOverview } from './pictures/overview';
import { THEMES } from './pictures/svg';
import { inRoot } from './support/paths';

/** Draws the README's picture, light and dark, into docs/pictures/. */
export async function generatePictures(): Promise<void> {
  await mkdir(inRoot('docs', 'pictures'), { recursive: true });
  for (const [name, theme] of Object.entries(THEMES)) {
    await writeFile(inRoot('docs', 'pictures', `overview-${name}.svg`), drawOverview(theme));
  }
}
