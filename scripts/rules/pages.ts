import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../support/paths';

export interface NamedTest {
  /** Path from the root of the checkout. */
  readonly file: string;
  /** As in the source, without the rule numbers at its beginning. */
  readonly title: string;
}

export interface Rule {
  readonly number: string;
  readonly title: string;
  /** Everything below its heading. */
  readonly text: string;
  readonly tests: readonly NamedTest[];
}

const HEADING = /^## ([PFEC]\d+): (.+)$/;
const TEST = /^- `(test\/[^`]+)`: (.+)$/;

/** The rules of `docs/internals/rules/`, page by page. */
export function readRules(): readonly Rule[] {
  const pages = readdirSync(inRoot('docs/internals/rules')).filter((name) => name !== 'README.md');
  return pages.flatMap((name) => rulesIn(readFileSync(inRoot('docs/internals/rules', name), 'utf8')));
}

/** Numbers of rules that are rules of another page by now, with the new ones: `- P1 is F1`. */
export function movedRules(): ReadonlyMap<string, string> {
  const page = readFileSync(inRoot('docs/internals/rules/README.md'), 'utf8');
  return new Map([...page.matchAll(/^- (P\d+) is (F\d+)$/gm)].map(([, old = '', now = '']) => [old, now]));
}

export function rulesIn(page: string): readonly Rule[] {
  return page
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const [, number, title] = HEADING.exec(heading) ?? [];
      if (number === undefined || title === undefined) throw new Error(`No heading of a rule: ${heading}`);
      const tests = lines.flatMap((line) => {
        const [, file, named] = TEST.exec(line) ?? [];
        return file === undefined || named === undefined ? [] : [{ file, title: named }];
      });
      return { number, title, text: lines.join('\n'), tests };
    });
}

/** The order of rules in lists: provider, framework, emulator, constructs. */
export function byNumber(one: string, other: string): number {
  const place = (rule: string) => 'PFEC'.indexOf(rule[0] ?? '') * 1_000 + Number(rule.slice(1));
  return place(one) - place(other);
}
