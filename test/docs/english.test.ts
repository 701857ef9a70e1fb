import { expect, it } from 'vitest';
import { TARGETS } from '../../scripts/packages/chapters';
import { FOR_CDKTF, FOR_CDKTN } from '../../scripts/packages/library';
import { readmeOf } from '../../scripts/packages/readme';
import { allPages, type Page, parsePage } from './markdown';

/** Pages that users read: all but those for developers of this project. */
const PUBLIC =
  /^(?!docs\/internals\/|docs\/constructs\/reference\/|(ARCHITECTURE|CHANGELOG|CONTRIBUTING)\.md|releases\/|rosetta\/|test\/|bench\/)/;

const readmes = [FOR_CDKTF, FOR_CDKTN].flatMap((library) =>
  TARGETS.map((target) => parsePage(`${library.npm} (${target})`, readmeOf(library, target))),
);

/**
 * What a native engineer stumbles over: a clause in the place of the subject ("Who comes from cdktf changes over"), and the passive
 * without anybody ("is said beside the web application").
 */
const STUMBLES = [
  /(?:^|[.:;] )(?:Who|Whoever|What|Whom|Whose) [^?.]*\.(?= |$)/,
  /\b(?:is|are) said\b/,
  /\bstands? below\b/,
  /\bliving successor\b/,
];

/** Paragraphs and points of a page, on one line each; tables have headings such as "What it is". */
const paragraphsOf = ({ prose }: Page) =>
  prose
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/\n\s*\n|\n(?=\s*(?:-|\d+\.) )/)
    .map((paragraph) =>
      paragraph
        .replace(/^\s*(?:-|\d+\.) /, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => !/^[|#]/.test(paragraph));

const pages = [...allPages().filter(({ path }) => PUBLIC.test(path)), ...readmes];

it.each(pages.map((page) => [page.path, page] as const))('%s says who does what, in this order', (_path, page) => {
  const found = paragraphsOf(page).filter((paragraph) => STUMBLES.some((stumble) => stumble.test(paragraph)));

  expect(found).toEqual([]);
});

it('finds the sentences that it is for', () => {
  const page = parsePage(
    'page',
    'Made.\n\nWho comes from it changes\nover.\n\n- What lies there goes.\n\n| What it is. |\n\nWhat now? It is as it is.',
  );

  expect(paragraphsOf(page).filter((paragraph) => STUMBLES.some((stumble) => stumble.test(paragraph)))).toEqual([
    'Who comes from it changes over.',
    'What lies there goes.',
  ]);
});
