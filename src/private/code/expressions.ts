import { call, type IResolvable, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import { TolerantResolver } from './misplaced-values';
import { argument } from './terms';

/** A call of one of the provider's functions. */
export const callFunction = (name: string, args: readonly unknown[]): IResolvable =>
  call(
    `provider::coffer::${name}`,
    args.map((arg) => argument(arg, 'text')),
  );

/** The code that a value becomes in the stack of a construct. Cross-stack references must have been prepared. */
export function codeFor(scope: IConstruct, value: unknown): string {
  return JSON.stringify(Tokenization.resolve(value, { scope, resolver: new TolerantResolver(), preparing: false }));
}

/** Escapes `${` and `%{`, which Terraform would read as the beginning of a template. */
export function verbatim(text: string): string {
  return text.replace(/[$%]\{/g, (opening) => opening.charAt(0) + opening);
}
