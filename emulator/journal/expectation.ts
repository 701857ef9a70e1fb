import { AssertionError } from 'node:assert';
import { stringifyJson } from '../../contract/formats/json';
import { countOf } from '../domain/counts';
import type { Hide } from '../domain/known-secrets';
import type { JournalEntry } from './entry';
import type { JournalFilter } from './filter';
import { toLogLine } from './log-line';

/** Maximum number of requests that a message lists. */
const LISTED = 10;

/** A request, and the members of the filter that it does not match. */
export interface Judged {
  readonly request: JournalEntry;
  readonly differs: readonly string[];
}

/**
 * An error that says how many requests were expected, and how many matched. It lists those that matched if there are too many, and otherwise
 * the others, those with the fewest differences first. Holds no secret, since the journal has none. Its stack begins at the caller of `stackStartFn`.
 */
export function unexpected(
  filter: JournalFilter,
  count: number | undefined,
  all: readonly Judged[],
  { hide, stackStartFn }: { readonly hide: Hide; readonly stackStartFn: () => unknown },
): AssertionError {
  const actual = all.filter(({ differs }) => differs.length === 0).length;
  const wanted = count === undefined ? 'at least 1 request' : countOf(count, 'request');
  const isTooMany = count !== undefined && actual > count;
  const listed = isTooMany ? all.filter(({ differs }) => differs.length === 0) : nearest(all);
  const where = Object.entries(filter).map(([name, value]) => `${name} ${hide(shown(value))}`);
  const message = [
    `Expected ${[wanted, where.join(', ')].filter(Boolean).join(' with ')}, found ${actual}. ${headOf(listed, isTooMany)}`,
    ...listed.slice(0, LISTED).map(toLine),
    ...(listed.length > LISTED ? [`  and ${listed.length - LISTED} more`] : []),
  ].join('\n');
  const values = count === undefined ? {} : { actual, expected: count };
  return new AssertionError({ message, operator: 'journal.expect', stackStartFn, ...values });
}

function nearest(all: readonly Judged[]): Judged[] {
  return all.filter(({ differs }) => differs.length > 0).sort((a, b) => a.differs.length - b.differs.length);
}

function headOf(listed: readonly Judged[], isTooMany: boolean): string {
  if (isTooMany) return 'They are:';
  return listed.length === 0 ? 'The journal has no others.' : 'The others, the nearest first:';
}

const toLine = ({ request, differs }: Judged) =>
  `  ${toLogLine(request)}${differs.length > 0 ? ` (differs in ${differs.join(', ')})` : ''}`;

const shown = (value: unknown) => (typeof value === 'function' ? '[function]' : stringifyJson(value));
