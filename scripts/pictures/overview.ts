import { escapeXml, MONO, SANS, type Theme } from './svg';

const WIDTH = 880;
const HEIGHT = 330;
const TITLE =
  'Coffer: constructs and HCL become a Terraform plan; the provider sends it to the service or to the emulator.';

/** `isOurs`: whether it is one of the three products of this repository. */
type Box = readonly [
  x: number,
  y: number,
  width: number,
  height: number,
  name: string,
  lines: string[],
  isOurs: boolean,
];

const CONSTRUCTS = ['cdktn-coffer, cdktf-coffer', 'TypeScript, Python, Java, Go', 'write cdk.tf.json'];

const BOXES: readonly Box[] = [
  [20, 30, 220, 116, 'Constructs', CONSTRUCTS, true],
  [20, 194, 220, 90, 'HCL', ['*.tf', 'written by hand'], false],
  [320, 112, 150, 90, 'Terraform', ['or OpenTofu', '≥ 1.11'], false],
  [540, 112, 140, 90, 'Provider', ['coffer/coffer', 'plan and apply'], true],
  [740, 30, 120, 90, 'Service', ['REST and S3', 'hosted'], false],
  [740, 194, 120, 116, 'Emulator', ['REST and S3', 'dashboard', 'for tests'], true],
];

const ARROWS = [
  'M240 88 C280 88 280 140 314 146',
  'M240 239 C280 239 280 178 314 170',
  'M470 157 H534',
  'M680 145 C710 140 710 82 734 76',
  'M680 169 C710 174 710 240 734 246',
];

/** Draws the three products and their places between the code and the service: the picture at the top of the README. */
export function drawOverview(theme: Theme): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeXml(TITLE)}">`,
    `<title>${escapeXml(TITLE)}</title>`,
    `<defs><marker id="tip" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8Z" fill="${theme.line}"/></marker></defs>`,
    ...ARROWS.map(
      (path) => `<path d="${path}" fill="none" stroke="${theme.line}" stroke-width="1.5" marker-end="url(#tip)"/>`,
    ),
    ...BOXES.map((each) => drawBox(each, theme)),
    '</svg>',
    '',
  ].join('\n');
}

function drawBox([x, y, width, height, name, lines, isOurs]: Box, theme: Theme): string {
  const middle = x + width / 2;
  const [fill, stroke, ink] = isOurs
    ? [theme.accentBox, theme.accent, theme.accent]
    : [theme.box, theme.line, theme.ink];
  const texts = lines.map((line, index) => {
    const font = /^(\*|coffer|cdk)/.test(line) ? MONO : SANS;
    return `<text x="${middle}" y="${y + 56 + index * 21}" font-family="${font}" font-size="13" fill="${theme.faint}" text-anchor="middle">${escapeXml(line)}</text>`;
  });
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${stroke}"/>`,
    `<text x="${middle}" y="${y + 30}" font-family="${SANS}" font-size="17" font-weight="600" fill="${ink}" text-anchor="middle">${escapeXml(name)}</text>`,
    ...texts,
  ].join('\n');
}
