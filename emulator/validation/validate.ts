import type * as z from 'zod';
import { DomainError, type FieldProblem } from '../domain/errors';

/** Validates a value; `what` names the whole in messages. Throws one `invalid` with every invalid field, those of `more` too, and never a value. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
  what = 'The body',
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
