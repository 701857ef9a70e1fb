import { call, type IResolvable, Lazy, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { partsOf } from './hcl-text';
import { TolerantResolver } from './misplaced-values';

/** A call of one of the provider's functions. Text is quoted so that it arrives unchanged; tokens are passed on. */
export function callFunction(name: string, args: readonly unknown[]): IResolvable {
  return call(`provider::coffer::${name}`, args.map(toArgument));
}

/** Quotes text that is or contains an expression, in Terraform's language. The content of `${…}` is code already. */
function quoteTemplate(text: string): IResolvable {
  const quoted = partsOf(text)
    .map(({ part, isCode }) => (isCode ? part : escaped(part)))
    .join('');
  return Lazy.anyValue({ produce: () => `"${quoted}"` });
}

const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');

export const hasExpression = (text: string): boolean => partsOf(text).some(({ isCode }) => isCode);

/** The code that a value becomes in the stack of a construct. Cross-stack references must have been prepared. */
export function codeFor(scope: IConstruct, value: unknown): string {
  return JSON.stringify(Tokenization.resolve(value, { scope, resolver: new TolerantResolver(), preparing: false }));
}

/** Escapes `${` and `%{`, which Terraform would read as the beginning of a template. */
export function verbatim(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

/** The text with tokens of numbers as tokens of text: those of numbers look like numbers, and quotes or an encoding would change them. */
export const withTextTokens = (text: string): string =>
  text.replace(/-?\d[\d.]*e\+\d+/g, (digits) =>
    Token.isUnresolved(Number(digits)) ? Token.asString(Tokenization.reverseNumber(Number(digits))) : digits,
  );

/** The text of a secret value as an argument. A token, an expression and plain text are all templates already. */
export function templateArgument(template: string): unknown {
  const text = withTextTokens(template);
  if (!Token.isUnresolved(text)) return quoteTemplate(text);
  const pieces = partsOf(text).filter(({ part }) => part !== '');
  if (pieces.length === 1) return text;
  // cdktf quotes text around a token, but escapes neither quotation marks nor backslashes.
  return call('join', ['', pieces.map(({ part }) => (Token.isUnresolved(part) ? part : quoteTemplate(part)))]);
}

/** Quotes an argument. cdktf quotes text in arguments, but escapes neither quotation marks nor backslashes. */
function toArgument(given: unknown): unknown {
  const value = typeof given === 'string' ? withTextTokens(given) : given;
  if (typeof value === 'string' && Token.isUnresolved(value)) return templateArgument(value);
  if (Token.isUnresolved(value) || typeof value === 'number') return value;
  if (typeof value === 'string') return quoteTemplate(verbatim(value));
  if (Array.isArray(value)) return value.map(toArgument);
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, toArgument(part)]));
}
