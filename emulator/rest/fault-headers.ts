import { validateHeaderName, validateHeaderValue } from 'node:http';
import { DomainError } from '../domain/errors';

/** Headers that a fault sends with its status. */
export interface FaultHeaders {
  readonly headers?: Readonly<Record<string, string>>;
  readonly retryAfter?: number | string;
}

/** Throws `invalid` for headers that cannot be sent: once the fault applies, it would be too late to report that. */
export function checkHeaders({ headers = {}, retryAfter }: FaultHeaders): void {
  for (const [name, value] of Object.entries(headers)) check(name, value, `headers.${name}`);
  if (retryAfter !== undefined) check('retry-after', String(retryAfter), 'retryAfter');
}

function check(name: string, value: string, field: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch (error) {
    throw new DomainError('invalid', `"${field}" cannot be sent as a header: ${(error as Error).message}.`, field);
  }
  const lower = name.toLowerCase();
  if (lower === 'content-length' && !/^\d{1,15}$/.test(value)) {
    throw new DomainError('invalid', `"${field}" must be a number of bytes.`, field);
  }
  if (lower === 'transfer-encoding') {
    throw new DomainError('invalid', `"${field}" cannot be injected: responses have a length.`, field);
  }
}
