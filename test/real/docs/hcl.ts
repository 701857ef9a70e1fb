import { allPages } from '../../unit/repository/docs/markdown';

/**
 * What a reader of our pages does, in order. A block of HCL is a configuration of its own, which is applied and then plans nothing.
 * On a guide, blocks of `shell` are typed in the folder of the configuration before. Comments (`<!-- … -->`) right before a block
 * say what else is to be known:
 *
 * - `parsed only: REASON`: formatted and parsed, and counted;
 * - `continues`: one more file of the configuration before, applied with it;
 * - `replaces`: the next text of the block before, applied over what that left;
 * - `edits`: takes the place of the blocks of the same type and labels in the first file, or is added to it;
 * - `fails: TEXT`: the apply ends with this error;
 * - `test file`: `.tftest.hcl` for the configuration before, run by `terraform test`;
 * - `needs Terraform 1.14`: run with the newest command line instead of the one of the acceptance tests;
 * - `needs OpenTofu`: run with OpenTofu;
 * - `file: NAME`: commands that are written into a file instead of typed;
 * - `not typed: REASON`: commands that nobody can type here.
 *
 * A block of list resources is run by `terraform query`, and an action by the command in the comment above it. What the text
 * promises of a step is an outcome (`outcomes.ts`). A comment that begins with `then` is a step of its own, one apply more:
 * `after: 73h` lets time go by, `at: 2099-12-31T00:00:00Z` sets the clock, `with: NAME=VALUE` gives a variable another value.
 */
export interface Step {
  /** Language of the block; `then` for a comment that is a step. */
  readonly kind: string;
  readonly page: string;
  /** Line of the opening fence, or of the comment. */
  readonly line: number;
  readonly code: string;
  readonly marks: readonly string[];
}

/** A configuration after an edit: blocks of the same type and labels are exchanged, others added. */
export function edited(configuration: string, edit: string): string {
  return [...edit.matchAll(BLOCK)].reduce((before, [block, header = '']) => {
    const old = [...before.matchAll(BLOCK)].find(([, other]) => other === header);
    return old ? before.replace(old[0], () => block) : `${before}\n${block}`;
  }, configuration);
}

/** A top-level block of HCL, and its type and labels. */
const BLOCK = /^(\w.*)\{\n(?:[\s\S]*?\n)?\}\n/gm;

/** A block of HCL. */
export type HclBlock = Step & { readonly kind: 'hcl' };

const TOKEN = /^([ ]*)```(\w+)\n([\s\S]*?)^\1```|^ *<!-- ?([\s\S]*?) ?-->$/gm;

/** Blocks that are steps on the provider's pages. */
const TYPED = ['hcl', 'shell'];

/** Blocks of HCL on all pages but the README of the checkout, whose blocks readme.test.ts runs. */
export const hclBlocks = (): HclBlock[] => allSteps().filter(isHcl);

/** The blocks of README.md are run by readme.test.ts, and the pages of the framework by test/real/acceptance/framework-readme.test.ts. */
export const allSteps = (): Step[] =>
  allPages()
    .filter(({ path }) => path !== 'README.md' && !path.startsWith('framework/'))
    .flatMap(({ path, text }) => stepsOf(path, text));

/** What a reader of a page does. Commands stand on many pages; the steps of guides are followed. */
export function stepsOf(page: string, text: string, languages: readonly string[] = TYPED): Step[] {
  const steps: Step[] = [];
  let marks: string[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [all, indent = '', kind, code = '', comment] = match;
    if (text.slice(end, match.index).trim() !== '') marks = [];
    end = match.index + all.length;
    const line = text.slice(0, match.index).split('\n').length;
    if (comment?.startsWith('then\n')) {
      steps.push({ kind: 'then', page, line, code: '', marks: comment.trim().split('\n').slice(1) });
    } else if (comment !== undefined) marks.push(comment.trim());
    else {
      const plain = code.replace(new RegExp(`^${indent}`, 'gm'), '');
      if (kind !== undefined && languages.includes(kind)) steps.push({ kind, page, line, code: plain, marks });
      marks = [];
    }
  }
  return steps;
}

export const isHcl = (step: Step): step is HclBlock => step.kind === 'hcl';

/** Guides whose commands another test types, because they need more than a folder: a registry, signed packages and a home, or somebody who gives out tokens. */
export const FOLLOWED_ELSEWHERE: Readonly<Record<string, string>> = {
  'docs/guides/install.md': 'test/release/install.test.ts',
  'docs/guides/workload-identity.md': 'test/real/acceptance/workload-identity.test.ts',
};

/** Whether the steps of a page are followed here. */
export const isGuide = ({ page }: Pick<Step, 'page'>) =>
  page.startsWith('docs/guides/') && !(page in FOLLOWED_ELSEWHERE);

/** What stands behind `NAME:` in the marks of a step; `''` for a mark that is only a name, undefined without it. */
export function markOf({ marks }: Pick<Step, 'marks'>, name: string): string | undefined {
  const found = marks.find((mark) => mark === name || mark.startsWith(`${name}:`));
  return found?.slice(name.length + 1).trim();
}

/** What stands behind each `NAME:`. */
export const marksOf = ({ marks }: Pick<Step, 'marks'>, name: string): string[] =>
  marks.filter((mark) => mark.startsWith(`${name}: `)).map((mark) => mark.slice(name.length + 2).trim());

/** Where a step stands, for messages. */
export const nameOf = ({ page, line }: Step) => `${page}:${line}`;

/** Whether a block needs a newer command line than the one of the acceptance tests may be. */
export const needsNewer = ({ marks }: Step) => marks.some((mark) => mark.startsWith('needs Terraform '));

/** Whether a block needs what only OpenTofu has. */
export const needsOpenTofu = ({ marks }: Step) => marks.includes('needs OpenTofu');

/** Whether a block belongs into a file for `terraform query`. */
export const isQuery = ({ kind, code }: Step) => kind === 'hcl' && /^list "/m.test(code);

/** Whether the commands of a block are typed. */
export const isTyped = (step: Step) =>
  step.kind === 'shell' && markOf(step, 'file') === undefined && markOf(step, 'not typed') === undefined;

/** Whether the commands that apply a block are told before the next one. */
export function typesNext(scene: Scene, index: number): boolean {
  const rest = scene.slice(index + 1);
  const end = rest.findIndex(isHcl);
  return rest.slice(0, end === -1 ? undefined : end).some(isTyped);
}

/** Steps that are followed one after the other in one folder: a configuration, then what continues or replaces it. */
export type Scene = readonly Step[];

/** The steps that are followed, in scenes: all those of guides, and the blocks of HCL of the other pages. */
export function scenesOf(steps: readonly Step[]): Scene[] {
  const scenes: Step[][] = [];
  for (const step of steps) {
    if (markOf(step, 'parsed only') !== undefined || markOf(step, 'not typed') !== undefined) continue;
    if (!isHcl(step) && !isGuide(step)) continue;
    const joins =
      !isHcl(step) || ['continues', 'edits', 'replaces', 'test file'].some((name) => markOf(step, name) !== undefined);
    if (joins) scenes.at(-1)?.push(step);
    else scenes.push([step]);
  }
  return scenes;
}
