import { type Json, parseJson } from '../../contract/formats/json';
import { DomainError } from '../domain/errors';
import { HttpError } from './http-error';

export const BODY_LIMIT_BYTES = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Maximum nesting of a body: code that walks a body recurses that deep, and the stack is limited. */
const DEEPEST = 64;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Reads a JSON body. Throws if it is not declared as JSON, is not UTF-8, or does not parse; never quotes the text. */
export function parseBody(contentType: string | undefined, bytes: Uint8Array | undefined): Json {
  if (bytes === undefined || bytes.length === 0) throw new DomainError('invalid', 'The request needs a JSON body.');
  if (!JSON_TYPE.test(contentType ?? '')) {
    throw new HttpError(
      415,
      'unsupported_media_type',
      'The request needs the header "Content-Type: application/json".',
    );
  }
  const body = tryParse(bytes);
  if (isDeeper(body, DEEPEST)) throw new DomainError('invalid', `The body is nested deeper than ${DEEPEST} levels.`);
  return body;
}

function tryParse(bytes: Uint8Array): Json {
  try {
    return parseJson(utf8.decode(bytes));
  } catch {
    throw new DomainError('invalid', 'The body is not valid JSON.');
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
