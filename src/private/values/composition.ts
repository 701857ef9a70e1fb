import { call, type IResolvable, Token } from 'cdktf';
import { partsOf } from '../code/hcl-text';
import { isSecretValue } from '../code/misplaced-values';
import { argument, literal, openings, templateOfText, unescaped, withTextTokens } from '../code/terms';
import type { Problem } from '../props/checks';

/*
 * Text composed of parts: literal text, and holes for values, each encoded for its place. A text known at synthesis is encoded here,
 * any other by functions of Terraform. In texts of people `${…}` is an expression and `%{` is text; those of secret values are templates.
 */

/** A composed text before its values are put in. */
export type Piece = Literal | Hole;

/** Text that stays as it is, and is no template. */
export interface Literal {
  readonly text: string;
}

/** A value that is not known at synthesis: a secret value, a text with an expression, or any other token. */
export interface Hole {
  readonly value: unknown;
  readonly encoding: Encoding;
}

/** Pieces, and what is wrong with the values that they were made of. */
export interface Composition {
  readonly pieces: readonly Piece[];
  readonly problems: readonly Problem[];
}

/** How text is written in its place: at synthesis, and by Terraform. */
export interface Encoding {
  readonly name: string;
  encode(text: string): string;
  expression(argument: unknown): IResolvable;
}

export const AS_JSON: Encoding = {
  name: 'json',
  encode: (text) => JSON.stringify(text),
  expression: (argument) => call('jsonencode', [argument]),
};

/** A component of a URL. Terraform's `urlencode` is made for forms, where a space is `+`. */
export const AS_URL_COMPONENT: Encoding = {
  name: 'url',
  encode: (text) => encodeURIComponent(text).replace(/[!'()*]/g, percentEncoded),
  expression: (argument) => call('replace', [call('urlencode', [argument]), '+', '%20']),
};

export const AS_TEXT: Encoding = {
  name: 'text',
  encode: (text) => text,
  expression: (argument) => call('tostring', [argument]),
};

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** A text in its encoding: a literal if it is known at synthesis. */
export function pieceOf(given: string, encoding: Encoding): Piece {
  const text = withTextTokens(given);
  const isKnown = partsOf(text, openings('text')).every(({ isCode }) => !isCode);
  return isKnown ? { text: encoding.encode(unescaped(text, 'text')) } : { value: text, encoding };
}

/** The pieces as one template; `textOf` returns the template of a secret value. */
export function templateOf(pieces: readonly Piece[], textOf: (secret: unknown) => string): string {
  return pieces
    .map((piece) => {
      if ('text' in piece) return literal(piece.text);
      const { value, encoding } = piece;
      return isSecretValue(value) ? encodedSecret(textOf(value), encoding) : encoded(value, encoding);
    })
    .join('');
}

/** Problem of a composition without a secret value, which would let plain text pass for one. */
export const needsSecret = (pieces: readonly Piece[], what: string): Problem =>
  pieces.some((piece) => 'value' in piece && isSecretValue(piece.value))
    ? undefined
    : `${what} must contain a SecretValue, such as SecretValue.fromVariable(this, "password")`;

/** Problem of text with half of a character, which no encoding has; Terraform would store another character. */
export const wellFormed = (what: string, text: string): Problem =>
  /\p{Surrogate}/u.test(text) ? `${what} must be whole characters, got one half of a surrogate pair` : undefined;

/** Problem of a map that only Terraform knows, with entries of the program beside it, which CDKTF would drop. */
export const unmixed = (what: string, map: unknown): Problem =>
  typeof map === 'object' && map !== null && Object.keys(map).length > 1 && Object.keys(map).some(isMapToken)
    ? `${what} must not mix entries with those of a map that only Terraform knows: give that map a key of its own, or name each of its entries`
    : undefined;

const isMapToken = (key: string): boolean => Token.isUnresolved({ [key]: '' });

/** The template of a secret value in its encoding. */
function encodedSecret(template: string, encoding: Encoding): string {
  if (partsOf(template).every(({ isCode }) => !isCode))
    return literal(encoding.encode(unescaped(template, 'template')));
  if (encoding === AS_TEXT && !/[$%]$/.test(template)) return template;
  return Token.asString(encoding.expression(argument(template)));
}

function encoded(value: unknown, encoding: Encoding): string {
  if (encoding === AS_TEXT && typeof value === 'string') return templateOfText(value);
  return Token.asString(encoding.expression(argument(value, 'text')));
}
