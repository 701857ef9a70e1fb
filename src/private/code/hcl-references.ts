import { endOfText, partsOf } from './hcl-text';

/** A reference as its steps: `var.x["a"].b` is `var`, `x`, `["a"]`, `b`. */
export type Steps = readonly [string, string, ...string[]];

/** Parts of the expressions in a template. */
export interface Ingredients {
  /** The names that a `for` binds look like references, too, if they have an attribute. */
  readonly references: readonly Steps[];
  readonly functions: readonly string[];
  /** Whether there is any text or number. */
  readonly hasLiteral: boolean;
}

/** Reads the expressions `${…}` in a template, but for calls of some functions. Text outside them does not count as a literal. */
export function ingredientsOf(template: string, without: readonly string[] = []): Ingredients {
  const found = { references: [], functions: [], hasLiteral: false, without };
  readTemplate(template, found);
  return found;
}

type Found = { references: Steps[]; functions: string[]; hasLiteral: boolean; readonly without: readonly string[] };

function readTemplate(template: string, found: Found): void {
  for (const { part, isCode } of partsOf(template)) if (isCode) readCode(part.slice(2, -1), found);
}

const NUMBER = /\d[\w.]*/y;
const NAME = /[A-Za-z_][\w-]*(?:::[\w-]+)*/y;
const OPENING = /\s*\(/y;
const ATTRIBUTE = /\s*\.\s*([\w-]+|\*)/y;

function readCode(code: string, found: Found): void {
  for (let at = 0; at < code.length; ) {
    const word = match(NAME, code, at);
    const number = match(NUMBER, code, at);
    if (code[at] === '"') {
      const end = endOfText(code, at + 1);
      const text = code.slice(at + 1, end - 1);
      if (partsOf(text).some(({ part, isCode }) => !isCode && part !== '')) found.hasLiteral = true;
      readTemplate(text, found);
      at = end;
    } else if (word !== undefined) {
      at = readName(code, at, word, found);
    } else if (number !== undefined) {
      found.hasLiteral = true;
      at += number.length;
    } else {
      // An attribute of what stands before it, such as of a call: no reference of its own.
      at += match(ATTRIBUTE, code, at)?.length ?? 1;
    }
  }
}

/** Reads a name with what follows it, and returns the position after that. */
function readName(code: string, start: number, word: string, found: Found): number {
  let at = start + word.length;
  const opening = match(OPENING, code, at);
  if (opening !== undefined) {
    if (found.without.includes(word)) return endOfBrackets(code, at + opening.length - 1);
    found.functions.push(word);
    return at;
  }
  const others: string[] = [];
  for (;;) {
    const attribute = match(ATTRIBUTE, code, at);
    if (attribute !== undefined) {
      const name = attribute.replace(/[\s.]/g, '');
      others.push(name === '*' ? '[*]' : name);
      at += attribute.length;
    } else if (code[at] === '[') {
      const end = endOfBrackets(code, at);
      const index = code.slice(at, end);
      others.push(index);
      if (!/^\["[^"$]*"\]$|^\[[\d*]+\]$/.test(index)) readCode(index.slice(1, -1), found);
      at = end;
    } else break;
  }
  const [second, ...more] = others;
  if (second !== undefined) found.references.push([word, second, ...more]);
  return at;
}

const OPENED = /[[({]/;
const CLOSED = /[\])}]/;

/** The position after the bracket of any kind that closes the one at a position. */
function endOfBrackets(code: string, start: number): number {
  let depth = 0;
  for (let at = start; at < code.length; ) {
    if (code[at] === '"') {
      at = endOfText(code, at + 1);
      continue;
    }
    depth += OPENED.test(code.charAt(at)) ? 1 : CLOSED.test(code.charAt(at)) ? -1 : 0;
    at += 1;
    if (depth === 0) return at;
  }
  return code.length;
}

/** The elements of a list, each in code; undefined if the code is anything else. */
export function listIn(code: string): string[] | undefined {
  if (code[0] !== '[' || endOfBrackets(code, 0) < code.length || /^\[\s*for\b/.test(code)) return undefined;
  const elements = [''];
  for (let at = 1; at < code.length - 1; ) {
    const end =
      code[at] === '"' ? endOfText(code, at + 1) : OPENED.test(code.charAt(at)) ? endOfBrackets(code, at) : at + 1;
    const part = code.slice(at, end);
    if (part === ',') elements.push('');
    else elements.push(`${elements.pop()}${part}`);
    at = end;
  }
  return elements.map((element) => element.trim()).filter((element) => element !== '');
}

function match(pattern: RegExp, code: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0];
}
