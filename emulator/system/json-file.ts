import { readFileSync } from 'node:fs';
import { StartError } from '../domain/errors';
import { type Json, parseJson } from '../rest/json';

/** What is wrong with one member of a file, dotted, `''` for all of it; `says` goes on after its name, and quotes no value. */
export interface FileProblem {
  readonly field: string;
  readonly says: string;
}

/** Reads a JSON file. `what` names it in errors. Throws a {@link StartError} that quotes nothing of it. */
export function readJsonFile(path: string, what: string): Json {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`The ${what} ${path} cannot be read: ${code === 'ENOENT' ? 'there is none' : message}.`);
  }
  try {
    // A byte order mark is what some editors begin a file with.
    return parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    // The message of the parser quotes the text; where it stopped is all that may be told.
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    const line = at === undefined ? '' : `, line ${text.slice(0, Number(at)).split('\n').length}`;
    throw new StartError(`The ${what} ${path} is not valid JSON${line}.`);
  }
}

/** The error for a file with these problems, one a line. */
export function toFileError(path: string, what: string, problems: readonly FileProblem[]): StartError {
  const lines = problems.map(({ field, says }) => `\n  ${field ? `"${field}"` : 'The file'} ${says}`);
  return new StartError(`The ${what} ${path} cannot be used:${lines.join('')}`);
}
