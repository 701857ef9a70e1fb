import type * as z from 'zod';
import { BUCKET_NAME, type Json, parseJson } from '../../contract';
import { DomainError, type FieldProblem } from '../domain/errors';
import { HttpError } from './errors';

/** Largest request body: 1 MiB. */
export const BODY_LIMIT_BYTES = 1024 * 1024;

/** Whether S3 takes it as the name of a bucket. */
export const isBucketName = (text: string) => BUCKET_NAME.test(text);

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

/** Validates a body against its schema. Throws one `invalid` that names every invalid field, those of `more` too, and never a value. */
export function validateBody<Schema extends z.ZodType>(
  schema: Schema,
  body: Json,
  more: readonly FieldProblem[] = [],
): z.output<Schema> {
  return validate(schema, body, 'The body', more);
}

/** The same for any value; `what` names it in messages. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  what: string,
  more: readonly FieldProblem[] = [],
): z.output<Schema> {
  const result = schema.safeParse(given);
  if (result.success && more.length === 0) return result.data;
  return refuseAll([...(result.error ? toProblems(result.error) : []), ...more], what);
}

/** Throws one `invalid` with every problem; `what` names the whole in messages. */
export function refuseAll(problems: readonly FieldProblem[], what: string): never {
  const message = problems.map(({ field, says }) => (field ? `"${field}" ${says}` : `${what} ${says}`)).join('; ');
  throw new DomainError(
    'invalid',
    message.endsWith('?') ? message : `${message}.`,
    problems[0]?.field || undefined,
    problems,
  );
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
      if (issue.origin === 'string') return 'must not be empty';
      return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}`;
    case 'too_big':
      return `must be at most ${issue.maximum}`;
    case 'invalid_value':
      return issue.message.startsWith('must ')
        ? issue.message
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message;
    case 'unrecognized_keys':
      if (issue.message.startsWith('has ')) return issue.message;
      return `has unknown fields: ${issue.keys.join(', ')}`;
    default:
      return issue.message;
  }
}

const article = (type: string) => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
