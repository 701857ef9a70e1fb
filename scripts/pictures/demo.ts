import { mkdir, writeFile } from 'node:fs/promises';
import { bin, inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { escapeXml, MONO, THEMES, type Theme } from './svg';

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

const COLUMN_PX = 7.25;
const LINE_PX = 17;
const MARGIN_PX = 16;

/** Draws the output of a command as a picture of a terminal; its first line is `command`. */
function drawTerminal(command: string, output: string, theme: Theme): string {
  const lines = [`$ ${command}`, ...output.trimEnd().split('\n')];
  const width = Math.ceil(Math.max(...lines.map((line) => line.length)) * COLUMN_PX) + 2 * MARGIN_PX;
  const height = lines.length * LINE_PX + 2 * MARGIN_PX;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What ${escapeXml(command)} prints">`,
    `<rect width="${width}" height="${height}" rx="8" fill="${theme.box}" stroke="${theme.line}" stroke-opacity="0.5"/>`,
    `<g font-family="${MONO}" font-size="12" style="white-space:pre">`,
    ...lines.map((line, index) => {
      const [ink, weight] = styleOf(line, index, theme);
      const y = MARGIN_PX + (index + 0.75) * LINE_PX;
      return `<text x="${MARGIN_PX}" y="${y}" fill="${ink}"${weight}>${escapeXml(line)}</text>`;
    }),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function styleOf(line: string, index: number, theme: Theme): [ink: string, weight: string] {
  if (index === 0 || /^\[\d\/\d\]/.test(line)) return [theme.accent, ' font-weight="600"'];
  if (/^ {6}done in/.test(line)) return [theme.faint, ''];
  return [theme.ink, ''];
}
