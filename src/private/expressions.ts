import { call, DefaultTokenResolver, type IResolvable, Lazy, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/** A call of one of the provider's functions. Text is quoted so that it arrives as it is; tokens are passed on. */
export function callFunction(name: string, args: readonly unknown[]): IResolvable {
  return call(`provider::coffer::${name}`, args.map(toArgument));
}

/** Text that is an expression, or has one in it, as Terraform's language writes it between quotes. */
function quoteTemplate(text: string): IResolvable {
  const escaped = text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r');
  return Lazy.anyValue({ produce: () => `"${escaped}"` });
}

/** What a value becomes in the code of the stack around a construct; what crosses stacks must have been prepared. */
export function codeFor(scope: IConstruct, value: unknown): string {
  const resolver = new DefaultTokenResolver(new StringConcat());
  return JSON.stringify(Tokenization.resolve(value, { scope, resolver, preparing: false }));
}

/** Terraform would take `${` and `%{` as the beginning of a template. */
export function verbatim(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}

/** The text of a secret value as an argument: a token, an expression, or plain text, all of which are templates already. */
export const templateArgument = (text: string): unknown => (Token.isUnresolved(text) ? text : quoteTemplate(text));

/** cdktf quotes text in arguments, but escapes neither quotation marks nor backslashes. */
function toArgument(value: unknown): unknown {
  if (Token.isUnresolved(value) || typeof value === 'number') return value;
  if (typeof value === 'string') return quoteTemplate(verbatim(value));
  if (Array.isArray(value)) return value.map(toArgument);
  return Object.fromEntries(Object.entries(value as object).map(([name, part]) => [name, toArgument(part)]));
}
