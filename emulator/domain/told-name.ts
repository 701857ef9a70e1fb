import { DomainError } from './errors';
import type { Hide } from './known-secrets';

/** Longest name of a test or a person that is kept, in UTF-16 units. */
export const LONGEST_NAME = 1_000;

/** Reads a text for people from a request, without known secrets, shortened if it is too long. Throws `invalid` for a value that is no text or empty. */
export function readName(field: string, text: unknown, hide: Hide): string {
  if (typeof text === 'string' && text !== '') return shortened(hide(text), LONGEST_NAME);
  throw new DomainError('invalid', `"${field}" must be a text with at least one character.`, field);
}

/** A text, or its beginning and `…` if it is longer than `longest` UTF-16 units. Does not cut surrogate pairs. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
