import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { FieldProblem } from '../domain/errors';

/** Headers that a fault sends with its status. */
export interface FaultHeaders {
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfter?: number | string;
}

/** Returns the headers that cannot be sent: once the fault applies, it would be too late to report them. */
export function findHeaderProblems({ headers = {}, retryAfter }: FaultHeaders): FieldProblem[] {
  const all = Object.entries(headers).map(([name, value]) => ({ name, value, field: `headers.${name}` }));
  if (retryAfter !== undefined) all.push({ name: 'retry-after', value: String(retryAfter), field: 'retryAfter' });
  return all.flatMap(({ name, value, field }) => {
    const says = problemOf(name, value);
    return says === undefined ? [] : [{ field, says }];
  });
}

function problemOf(name: string, value: string): string | undefined {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    return `cannot be sent as a header: ${(error as Error).message}`;
  }
  const lower = name.toLowerCase();
  if (lower === 'content-length' && !/^\d{1,15}$/.test(value)) return 'must be a number of bytes';
  if (lower === 'transfer-encoding') return 'cannot be injected: responses have a length';
  return undefined;
}
