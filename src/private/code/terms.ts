import { type IResolvable, type IResolveContext, Token, Tokenization } from 'cdktf';
import { endOfText, partsOf } from './hcl-text';
import { LateToken } from './late-token';

/*
 * Values in expressions. CDKTF writes a token into an expression as it is: text of a `Lazy` becomes code, an expression in `${…}` is nested in
 * another one, and an operand with a lower precedence is torn apart. Here a value is resolved on its own first, as if it stood alone in an
 * argument. What comes of that is text, code, or both, and is written into the expression as such.
 */

/** A part of a resolved value: text as it is meant, without escapes, or code without the braces of an expression. */
export type Term = { readonly text: string } | { readonly code: string };

/** How to read text. In that of people `%{` is text (C13), and in a template of Terraform it opens a directive. */
export type Reading = 'text' | 'template';

/** The value as an argument of a function. */
export const argument = (value: unknown, reading: Reading = 'template'): IResolvable => new Argument(value, reading);

/** The result of an operator with two numbers, each in parentheses unless it needs none. */
export const arithmetic = (left: number, operator: '+' | '*' | '/', right: number): number =>
  Token.asNumber(new Arithmetic(left, operator, right));

/** Text of people that may contain expressions, as a template of Terraform that another expression may follow. */
export const templateOfText = (text: string): string => Token.asString(new TextTemplate(text));

/** The text with tokens of numbers as tokens of text: those of numbers look like numbers, and quotes or an encoding would change them. */
export const withTextTokens = (text: string): string =>
  text.replace(/-?\d[\d.]*e\+\d+/g, (digits) =>
    Token.isUnresolved(Number(digits)) ? Token.asString(Tokenization.reverseNumber(Number(digits))) : digits,
  );

/**
 * Literal text as a template that an expression may follow. A `$` at its end would escape the expression, and CDKTF would drop the
 * braces of the expression behind an escaped `${` without an end.
 */
export const literal = (text: string): string => text.replace(/[$%]+(?=\{|$)/g, (signs) => `\${"${signs}"}`);

/** The text that the part of a template without expressions stands for. */
export const unescaped = (part: string, reading: Reading): string =>
  part.replace(reading === 'text' ? /\$\$\{/g : /\$\$\{|%%\{/g, (opening) => opening.slice(1));

export const openings = (reading: Reading): string => (reading === 'text' ? '$' : '$%');

class Argument extends LateToken {
  public constructor(
    private readonly value: unknown,
    private readonly reading: Reading,
  ) {
    super();
  }

  public override resolve(context: IResolveContext): string {
    const code = alone(context, () => codeOf(this.value, this.reading, context));
    return isInExpression(context) ? code : `\${${code}}`;
  }
}

class Arithmetic extends LateToken {
  public constructor(
    private readonly left: number,
    private readonly operator: string,
    private readonly right: number,
  ) {
    super();
  }

  public override resolve(context: IResolveContext): string {
    const [left, right] = alone(context, () =>
      [this.left, this.right].map((operand) => enclosed(codeOf(operand, 'template', context))),
    );
    const code = `(${left} ${this.operator} ${right})`;
    return isInExpression(context) ? code : `\${${code}}`;
  }
}

class TextTemplate extends LateToken {
  public constructor(private readonly value: string) {
    super();
  }

  public override resolve(context: IResolveContext): string {
    const terms = alone(context, () => termsOf(this.value, 'text', context));
    return terms.map((term) => ('text' in term ? literal(term.text) : `\${${term.code}}`)).join('');
  }
}

/** What CDKTF notes in the context of a token: whether it stands in the braces of an expression, and how to treat escapes. */
interface Surroundings {
  suppressBraces?: boolean;
  ignoreEscapes?: boolean;
  warnEscapes?: boolean;
}

const isInExpression = (context: IResolveContext): boolean => (context as Surroundings).suppressBraces === true;

/** Resolves something as if it stood outside of all expressions. */
function alone<T>(context: IResolveContext, resolve: () => T): T {
  const surroundings = context as Surroundings;
  const { suppressBraces, ignoreEscapes, warnEscapes } = surroundings;
  Object.assign(surroundings, { suppressBraces: false, ignoreEscapes: false, warnEscapes: false });
  try {
    return resolve();
  } finally {
    Object.assign(surroundings, { suppressBraces, ignoreEscapes, warnEscapes });
  }
}

function codeOf(value: unknown, reading: Reading, context: IResolveContext): string {
  if (typeof value === 'string') return joined(termsOf(value, reading, context));
  if (Array.isArray(value) && !Token.isUnresolved(value))
    return `[${value.map((item) => codeOf(item, reading, context)).join(', ')}]`;
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(
      ([key, part]) => `${codeOf(key, reading, context)} = ${codeOf(part, reading, context)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return codeOfResolved(context.resolve(value), reading);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  !Token.isUnresolved(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/** The code of a value without tokens. */
function codeOfResolved(value: unknown, reading: Reading): string {
  if (typeof value === 'string') return joined(termsIn(value, reading));
  if (Array.isArray(value)) return `[${value.map((item) => codeOfResolved(item, reading)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(
      ([key, part]) => `${joined(termsIn(key, reading))} = ${codeOfResolved(part, reading)}`,
    );
    return `{${entries.join(', ')}}`;
  }
  return String(value ?? null);
}

/** The terms of text with tokens. Each expression is resolved on its own: CDKTF would read an escaped `${` as the beginning of one. */
function termsOf(text: string, reading: Reading, context: IResolveContext): Term[] {
  return partsOf(withTextTokens(text), openings(reading)).flatMap(({ part, isCode }): Term[] => {
    if (!isCode) return part === '' ? [] : [{ text: unescaped(part, reading) }];
    const resolved: unknown = context.resolve(part);
    return typeof resolved === 'string' ? termsIn(resolved, reading) : [{ code: codeOfResolved(resolved, reading) }];
  });
}

/** The terms of text without tokens. */
const termsIn = (text: string, reading: Reading): Term[] =>
  partsOf(text, openings(reading))
    .filter(({ part }) => part !== '')
    .map(({ part, isCode }) => {
      if (!isCode) return { text: unescaped(part, reading) };
      return part.startsWith('%') ? { code: `"${part}"` } : { code: part.slice(2, -1) };
    });

function joined(terms: readonly Term[]): string {
  const codes = terms.map((term) => ('text' in term ? quoted(term.text) : term.code));
  const [only] = codes;
  if (only === undefined) return '""';
  return codes.length === 1 ? only : `join("", [${codes.join(', ')}])`;
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** Text in Terraform's language. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r]/g, (sign) => ESCAPES[sign] ?? sign).replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening)}"`;

/** Code as an operand: a number, a reference and what is in parentheses need no others. */
const enclosed = (code: string): string =>
  /^(?:\d+(?:\.\d+)?|[A-Za-z_][\w.-]*)$/.test(code) || isEnclosed(code) ? code : `(${code})`;

/** Whether the parenthesis at the beginning is closed at the end. */
function isEnclosed(code: string): boolean {
  if (!code.startsWith('(')) return false;
  let depth = 0;
  for (let at = 0; at < code.length; at += 1) {
    if (code[at] === '"') at = endOfText(code, at + 1) - 1;
    else if (code[at] === '(') depth += 1;
    else if (code[at] === ')') depth -= 1;
    if (depth === 0) return at === code.length - 1;
  }
  return false;
}
