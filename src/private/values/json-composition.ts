import { Token } from 'cdktf';
import { isSecretValue } from '../code/misplaced-values';
import { exactNumber, type Problem } from '../props/checks';
import { AS_JSON, type Composition, needsSecret, type Piece, pieceOf, unmixed, wellFormed } from './composition';

/** The pieces of a JSON object with secret values and tokens in it. Keys are sorted: a map of Go has no order. Messages have the argument's name. */
export function composeJson(object: unknown, name: string): Composition {
  const problems: Problem[] = [];
  if (!isPlainObject(object)) return { pieces: [], problems: [`"${name}" must be an object, ${got(object)}`] };

  const around: object[] = [];
  const inside = (value: object, path: string, walk: () => readonly Piece[]): readonly Piece[] => {
    if (around.includes(value)) {
      problems.push(`"${path}" contains itself, and JSON has no word for that: leave it out`);
      return [];
    }
    around.push(value);
    const pieces = walk();
    around.pop();
    return pieces;
  };

  const walk = (value: unknown, path: string): readonly Piece[] => {
    if (isSecretValue(value)) return [{ value, encoding: AS_JSON }];
    if (typeof value === 'string') {
      problems.push(wellFormed(`"${path}"`, value));
      return [pieceOf(value, AS_JSON)];
    }
    problems.push(unmixed(`"${path}"`, value));
    if (Token.isUnresolved(value)) return [{ value, encoding: AS_JSON }];
    if (Array.isArray(value)) {
      const items = inside(value, path, () =>
        joined(value.map((item, index) => walk(item ?? null, `${path}[${index}]`))),
      );
      return [{ text: '[' }, ...items, { text: ']' }];
    }
    if (isPlainObject(value)) {
      const entries = Object.entries(value).filter(([, part]) => part !== undefined);
      problems.push(...entries.map(([key]) => wellFormed(`a key of "${path}"`, key)));
      const members = inside(value, path, () =>
        joined(
          entries
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, part]) => [pieceOf(key, AS_JSON), { text: ':' }, ...walk(part, `${path}.${key}`)]),
        ),
      );
      return [{ text: '{' }, ...members, { text: '}' }];
    }
    if (typeof value === 'number') problems.push(exactNumber(`"${path}"`, value));
    if (value === null || typeof value === 'boolean' || Number.isFinite(value))
      return [{ text: JSON.stringify(value) }];
    problems.push(
      `"${path}" must be text, a number, a boolean, null, a list, an object or a SecretValue, ${got(value)}`,
    );
    return [];
  };

  const pieces = walk(object, name);
  const found = problems.filter((problem) => problem !== undefined);
  return { pieces, problems: found.length > 0 ? found : [needsSecret(pieces, `"${name}"`)] };
}

const joined = (lists: readonly (readonly Piece[])[]): readonly Piece[] =>
  lists.flatMap((list, index) => (index === 0 ? list : [{ text: ',' }, ...list]));

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** The type alone, since the value may be the secret. */
function got(value: unknown): string {
  if (value === null || typeof value === 'number') return `got ${value}`;
  return `got a ${typeof value === 'object' ? value.constructor?.name : typeof value}`;
}
