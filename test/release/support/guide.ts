import { readPage } from '../../unit/repository/docs/markdown';

const PAGE = readPage('docs/guides/install.md');

/** The chapter that verify.test.ts types; install.test.ts types the others. */
const VERIFYING = /^## Verify a release\n[\s\S]*?(?=^## )/m;

/** Text of a part, without its subparts. */
function partOf(title: string): string {
  const [, text] = PAGE.text.split(new RegExp(`^#{2,3} ${title}$`, 'm'));
  if (text === undefined) throw new Error(`the guide has no part "${title}"`);
  return text.split(/^#{2,3} /m)[0] ?? '';
}

const blocksIn = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(([, code = '']) => code);

/** The configuration that every part starts with. */
export const configuration = (): string => blocksIn(partOf('The configuration'), 'hcl').join('');

/** The commands of a part, in the order in which a reader types them. */
export const commandsOf = (title: string): string => blocksIn(partOf(title), 'shell').join('');

/** Parts that have commands, without those about verifying. */
export const partsWithCommands = (): string[] =>
  [...PAGE.text.replace(VERIFYING, '').matchAll(/^#{2,3} (.*)$/gm)]
    .map(([, title = '']) => title)
    .filter((title) => commandsOf(title) !== '');
