import { readFileSync } from 'node:fs';
import { type Json, parseJson } from '../../contract/formats/json';
import { type FieldProblem, StartError } from '../domain/errors';

/** Reads a JSON file; `what` names it in errors. Throws a {@link StartError} that quotes none of its content. */
export function readJsonFile(path: string, what: string): Json {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`The ${what} ${path} cannot be read: ${code === 'ENOENT' ? 'there is none' : message}.`);
  }
  // Some editors begin a file with a byte order mark.
  const json = text.replace(/^\uFEFF/, '');
  try {
    return parseJson(json);
  } catch (error) {
    // The parser's message quotes the text: only the position where it stopped may be shown.
    const before = json.slice(0, endOfJson(json, (error as Error).message)).split('\n');
    const column = (before.at(-1) ?? '').length + 1;
    throw new StartError(`The ${what} ${path} is not valid JSON, line ${before.length}, column ${column}.`);
  }
}

/** Where a text with this message of the parser stops being JSON. Node tells no position of an unexpected token, and of a text that ends too early. */
function endOfJson(text: string, message: string): number {
  const at = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (at !== undefined) return Number(at);
  // The longest beginning without an unexpected token, found bit by bit.
  let end = 0;
  for (let step = 2 ** 29; step >= 1; step /= 2)
    if (end + step <= text.length && !hasUnexpectedToken(text.slice(0, end + step))) end += step;
  return end;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token');
  }
}

/** The error for a file with these problems, one per line. They quote no value. */
export function toFileError(path: string, what: string, problems: readonly FieldProblem[]): StartError {
  const lines = problems.map(({ field, says }) => `\n  ${field ? `"${field}"` : 'The file'} ${says}`);
  return new StartError(`The ${what} ${path} cannot be used:${lines.join('')}`);
}
