import { Token } from 'cdktf';
import { SecretTemplateEncoding } from '../../enums/secret-template-encoding';
import { partsOf } from '../code/hcl-text';
import { isSecretValue } from '../code/misplaced-values';
import { openings, withTextTokens } from '../code/terms';
import { exactNumber, known, type Problem } from '../props/checks';
import {
  AS_TEXT,
  AS_URL_COMPONENT,
  type Composition,
  type Encoding,
  needsSecret,
  type Piece,
  pieceOf,
  unmixed,
  wellFormed,
} from './composition';

/** A part of a template by its name, before its encoding is known. */
interface Named {
  readonly name: string;
}

/** The meanings of braces in a template: an escaped expression of Terraform, an escaped brace, a part, or a mistake. */
const BRACES = /\$(\$\{[^{}]*\}?)|\{\{|\}\}|\{([\w.-]+)\}|[{}]/g;

/** The pieces of a text with `{name}` for each part. Parts have the encoding for a URL by default if the template is one. */
export function composeText(
  template: string,
  parts: Readonly<Record<string, unknown>>,
  encoding: SecretTemplateEncoding | undefined,
): Composition {
  const mixed = unmixed('the parts', parts);
  if (mixed !== undefined) return { pieces: [], problems: [mixed] };
  const problems: Problem[] = [
    wellFormed('the template', template),
    known('encoding', encoding, SecretTemplateEncoding),
  ].filter((problem) => problem !== undefined);
  const found = partsOf(withTextTokens(template), openings('text')).flatMap(
    ({ part, isCode }): readonly (Piece | Named)[] => {
      if (!isCode) return textIn(part, problems);
      const name = part.slice(2, -1);
      if (Object.hasOwn(parts, name))
        problems.push(`part "${name}" must be written {${name}} in the template, got an expression of Terraform`);
      return [{ value: part, encoding: AS_TEXT }];
    },
  );

  const names = new Set(found.flatMap((piece) => ('name' in piece ? [piece.name] : [])));
  const encodings = encodingsOf(found, encoding);
  const pieces = found.map((piece, index) =>
    'name' in piece ? pieceFor(piece.name, parts, encodings[index] ?? AS_TEXT, problems) : piece,
  );
  for (const name of Object.keys(parts)) {
    if (!names.has(name)) problems.push(`part "${name}" is not in the template: write {${name}} where it belongs`);
  }
  return {
    pieces,
    problems: problems.some((problem) => problem !== undefined) ? problems : [needsSecret(pieces, 'a template')],
  };
}

/** The parts in text without expressions, and the text between them. */
function textIn(text: string, problems: Problem[]): readonly (Piece | Named)[] {
  const pieces: (Piece | Named)[] = [];
  let at = 0;
  for (const { 0: braces, 1: escaped, 2: name, index } of text.matchAll(BRACES)) {
    pieces.push({ text: text.slice(at, index) });
    at = index + braces.length;
    if (name !== undefined) pieces.push({ name });
    else if (braces.length > 1) pieces.push({ text: escaped ?? braces.charAt(0) });
    else
      problems.push(
        `"${braces}" in the template belongs to no part: write "${braces}${braces}" for the character, or use SecretValue.json`,
      );
  }
  return [...pieces, { text: text.slice(at) }].filter((piece) => !('text' in piece) || piece.text !== '');
}

function pieceFor(
  name: string,
  parts: Readonly<Record<string, unknown>>,
  encoding: Encoding,
  problems: Problem[],
): Piece {
  const value = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (typeof value === 'string') {
    const problem = wellFormed(`part "${name}"`, value);
    if (problem === undefined) return pieceOf(value, encoding);
    problems.push(problem);
    return { text: '' };
  }
  if (isSecretValue(value) || Token.isUnresolved(value)) return { value, encoding };
  if (typeof value === 'number') problems.push(exactNumber(`part "${name}"`, value));
  if (typeof value === 'boolean' || Number.isFinite(value)) return pieceOf(String(value), encoding);
  problems.push(
    value === undefined || value === null
      ? `the template has {${name}}, but there is no part of that name`
      : `part "${name}" must be a SecretValue, text, a number or a boolean, got a ${typeof value}`,
  );
  return { text: '' };
}

/** A URL with an authority, such as `postgres://user@host`; one scheme may stand before another, as in `jdbc:postgresql://`, and a hole for one. */
const URL_IN_TEXT = /(?<scheme>[a-z\0][a-z\d+.:\0-]*):\/\/(?<authority>[^/?#\s]*)/i;

/** The encoding of each piece. In a URL, what stands for scheme, host or port stays as it is: a plus sign or a colon belongs there. */
function encodingsOf(
  pieces: readonly (Piece | Named)[],
  encoding: SecretTemplateEncoding | undefined,
): readonly Encoding[] {
  // Each hole is one character, which no URL has.
  const shapes = pieces.map((piece) => ('text' in piece ? piece.text : '\0'));
  const url = URL_IN_TEXT.exec(shapes.join(''));
  if (encoding === SecretTemplateEncoding.TEXT || (encoding === undefined && url?.index !== 0))
    return pieces.map(() => AS_TEXT);
  const { scheme = '', authority = '' } = url?.groups ?? {};
  const start = url?.index ?? 0;
  const end = start + (url?.[0].length ?? 0);
  const host = end - authority.length + authority.lastIndexOf('@') + 1;
  return shapes.map((_, index) => {
    const at = shapes.slice(0, index).join('').length;
    const isVerbatim = (at >= start && at < start + scheme.length) || (at >= host && at < end);
    return isVerbatim ? AS_TEXT : AS_URL_COMPONENT;
  });
}
