import { DomainError } from './errors';

/** Longest name of a test or of somebody that is kept, in UTF-16 units. */
export const LONGEST_NAME = 1_000;

/** A text for people that somebody else chose, cut where it is too long. Throws `invalid` for what is no text, and for an empty one. */
export function readName(field: string, text: unknown): string {
  if (typeof text === 'string' && text !== '') return shortened(text, LONGEST_NAME);
  throw new DomainError('invalid', `"${field}" must be a text with at least one character.`, field);
}

/** The beginning of a text, with a sign that it goes on. Leaves no half of a surrogate pair. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
