import { allPages } from './markdown';

/**
 * Blocks of HCL on our pages. Comments (`<!-- … -->`) right before a block say how it is tried; without one it is a configuration
 * of its own, which is applied and then plans nothing:
 *
 * - `parsed only: REASON`: formatted and parsed, and counted;
 * - `continues`: one more file of the configuration before, applied with it;
 * - `replaces`: the next text of the block before, applied over what that left;
 * - `fails: TEXT`: the apply ends with this error;
 * - `test file`: `.tftest.hcl` for the configuration before, run by `terraform test`;
 * - `needs Terraform 1.14`: run with the newest command line instead of the one of the acceptance tests.
 *
 * A block of list resources is run by `terraform query`, and an action by the command in the comment above it.
 */
export interface HclBlock {
  readonly page: string;
  /** Line of the opening fence. */
  readonly line: number;
  readonly code: string;
  readonly marks: readonly string[];
}

const BLOCK = /((?:^ *<!-- [^>]*? -->\n+)*)^([ ]*)```hcl\n([\s\S]*?)^\2```/gm;

/** Blocks of all pages but the README of the checkout, whose blocks readme.test.ts runs. */
export function hclBlocks(): HclBlock[] {
  return allPages()
    .filter(({ path }) => path !== 'README.md')
    .flatMap(({ path, text }) => blocksOf(path, text));
}

/** Blocks of one page. */
export function blocksOf(page: string, text: string): HclBlock[] {
  return [...text.matchAll(BLOCK)].map((match) => {
    const [, comments = '', indent = '', code = ''] = match;
    const marks = [...comments.matchAll(/<!-- ([\s\S]*?) -->/g)].map(([, mark = '']) => mark.trim());
    const line = text.slice(0, match.index + comments.length).split('\n').length;
    return { page, line, code: code.replace(new RegExp(`^${indent}`, 'gm'), ''), marks };
  });
}

/** What stands behind `NAME:` in the marks of a block; `''` for a mark that is only a name, undefined without it. */
export function markOf({ marks }: HclBlock, name: string): string | undefined {
  const found = marks.find((mark) => mark === name || mark.startsWith(`${name}:`));
  return found?.slice(name.length + 1).trim();
}

/** Where a block stands, for messages. */
export const nameOf = ({ page, line }: HclBlock) => `${page}:${line}`;

/** Whether a block needs a newer command line than the one of the acceptance tests may be. */
export const needsNewer = ({ marks }: HclBlock) => marks.some((mark) => mark.startsWith('needs Terraform '));

/** Whether a block belongs into a file for `terraform query`. */
export const isQuery = ({ code }: HclBlock) => /^list "/m.test(code);

/** Blocks that are tried one after the other in one folder: a configuration, then what continues or replaces it. */
export type Scene = readonly HclBlock[];

/** The blocks that are run, in scenes. */
export function scenesOf(blocks: readonly HclBlock[]): Scene[] {
  const scenes: HclBlock[][] = [];
  for (const block of blocks) {
    if (markOf(block, 'parsed only') !== undefined) continue;
    const joins = ['continues', 'replaces', 'test file'].some((name) => markOf(block, name) !== undefined);
    if (joins) scenes.at(-1)?.push(block);
    else scenes.push([block]);
  }
  return scenes;
}
