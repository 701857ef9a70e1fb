import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../../scripts/support/paths';

/** A page of documentation that we wrote ourselves. */
export interface Page {
  /** Path from the root of the checkout. */
  readonly path: string;
  readonly text: string;
  /** The text without its fenced blocks. */
  readonly prose: string;
  readonly blocks: readonly Block[];
}

/** A fenced block. */
export interface Block {
  /** What stands behind the opening fence; `''` for none. */
  readonly language: string;
  /** The code, without the indentation of the fence. */
  readonly code: string;
}

const FENCED = /^([ ]*)```(\w*)[^\n]*\n([\s\S]*?)^\1```[ ]*$/gm;

/** Folders that are installed, built or left by commands. */
const FOREIGN = /^(node_modules|dist|lib|build|coverage|cdktf\.out|\..*)$/;

/** Every page of the checkout that we wrote ourselves. */
export function allPages(): Page[] {
  return markdownFiles('').map(readPage);
}

/** One page, by its path from the root. */
export function readPage(path: string): Page {
  return parsePage(path, readFileSync(join(ROOT, path), 'utf8'));
}

/** The parts of a page. */
export function parsePage(path: string, text: string): Page {
  const blocks = [...text.matchAll(FENCED)].map(([, indent = '', language = '', code = '']) => ({
    language,
    code: code.replace(new RegExp(`^${indent}`, 'gm'), ''),
  }));
  return { path, text, prose: text.replace(FENCED, ''), blocks };
}

/** Code of the blocks in one language, in order. */
export function codeOf(page: Page, language: string): string[] {
  return page.blocks.filter((block) => block.language === language).map(({ code }) => code);
}

function markdownFiles(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return FOREIGN.test(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
