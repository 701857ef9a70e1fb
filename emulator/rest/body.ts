import type * as z from 'zod';
import { type Json, parseJson } from '../../contract';
import { DomainError } from '../domain/errors';
import { HttpError } from './errors';

/** Largest request body: 1 MiB. */
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
  if (isDeeper(body, DEEPEST)) {
    throw new DomainError('invalid', `The body is nested deeper than ${DEEPEST} levels.`);
  }
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

/** Validates a body against its schema. Throws one `invalid` that names every invalid field, and never a value. */
export function validateBody<Schema extends z.ZodType>(schema: Schema, body: Json): z.output<Schema> {
  return validate(schema, body, 'The body');
}

/** The same for any value; `what` names it in messages. */
export function validate<Schema extends z.ZodType>(schema: Schema, given: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = toProblems(result.error);
  const message = problems.map(({ field, says }) => (field ? `"${field}" ${says}` : `${what} ${says}`)).join('; ');
  throw new DomainError('invalid', `${message}.`, problems[0]?.field || undefined);
}

/** A problem with one field of a body: its dotted path, `''` for the body itself; `says` continues after the field's name. */
export interface FieldProblem {
  readonly field: string;
  readonly says: string;
}

/** Returns every problem that a schema found, and never a value. */
export function toProblems(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.map((issue) => ({ field: issue.path.join('.'), says: describe(issue) }));
}

/** The schema's requirement, as the end of a sentence. */
function describe(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${article(issue.expected === 'int' ? 'integer' : issue.expected)}`;
    case 'invalid_union':
      // The contract's only union is the integer, which may need more digits than a number has; our own unions have messages.
      return issue.message.startsWith('must ') ? issue.message : 'must be an integer';
    case 'too_small':
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return issue.message.startsWith('must ')
        ? issue.message
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'unrecognized_keys':
      if (issue.message.startsWith('has ')) return issue.message;
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
