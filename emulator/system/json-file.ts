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
  try {
    // Some editors begin a file with a byte order mark.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The parser's message quotes the text: only the position where it stopped may be shown.
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = at === undefined ? '' : `, line ${text.slice(0, Number(at)).split('\n').length}`;
    throw new StartError(`The ${what} ${path} is not valid JSON${line}.`);
  }
}

/** The error for a file with these problems, one per line. They quote no value. */
export function toFileError(path: string, what: string, problems: readonly FieldProblem[]): StartError {
  const lines = problems.map(({ field, says }) => `\n  ${field ? `"${field}"` : 'The file'} ${says}`);
  return new StartError(`The ${what} ${path} cannot be used:${lines.join('')}`);
}
