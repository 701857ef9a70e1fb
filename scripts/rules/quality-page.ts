import { byNumber } from './pages';

/** One broken rule, and the test that failed. */
export interface Caught {
  readonly rule: string;
  /** The wrong behaviour of the broken program. */
  readonly does: string;
  readonly test: string;
  /** First line of the failure. */
  readonly says: string;
}

const HEAD = `## Rules

Each [rule](rules/README.md) has a break: a change of one place in the source that violates it. \`npm run test:rules\` applies the breaks one
at a time and runs the test that the rule names first. A break counts as caught only when that test ran and passed without the break, and an assertion
of it failed with the break: a test that runs out of time proves nothing. \`npm run test:rules -- P12\` does it for one rule, and renews its row. The
breaks are in \`scripts/rules/breaks/\`; \`test/rules.test.ts\` checks that each of them still fits the source, and that this table is about the breaks
as they are now.

| Rule | The broken program … | The test that fails | What it says |
| --- | --- | --- | --- |
`;

const ROW = /^\| ([PFEC]\d+) \| (.*?) \| /;

/** Maximum length of a failure's text. */
const LONGEST = 100;

/** The page `docs/internals/quality.md` with the rows of these rules renewed, and without rows of rules that no longer exist. */
export function renewed(page: string, caught: readonly Caught[], numbers: readonly string[]): string {
  const rows = new Map(page.split('\n').flatMap((line) => (ROW.test(line) ? [[ROW.exec(line)?.[1] ?? '', line]] : [])));
  for (const { rule, does, test, says } of caught) {
    rows.set(rule, `| ${[rule, does, test, shorten(says)].map(cell).join(' | ')} |`);
  }
  const sorted = [...rows].filter(([rule]) => numbers.includes(rule)).sort(([one], [other]) => byNumber(one, other));
  return withPart(page, `${HEAD}${sorted.map(([, row]) => row).join('\n')}`);
}

/** The page with the part of the same heading replaced, or appended if there is none yet. The heading is the part's first line. */
export function withPart(page: string, part: string): string {
  const [heading] = part.split('\n', 1);
  const parts = page.split(/\n(?=## )/);
  const at = parts.findIndex((one) => one.startsWith(`${heading}\n`));
  const renewed = at < 0 ? [...parts, part] : parts.with(at, part);
  return `${renewed.map((one) => one.trimEnd()).join('\n\n')}\n`;
}

export function rowsOf(page: string): (readonly [rule: string, does: string])[] {
  return page.split('\n').flatMap((line) => {
    const [, rule, does] = ROW.exec(line) ?? [];
    return rule === undefined || does === undefined ? [] : [[rule, does]];
  });
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
