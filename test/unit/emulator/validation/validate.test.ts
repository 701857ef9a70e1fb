import { expect, test } from 'vitest';
import * as z from 'zod';
import { validate } from '../../../../emulator/validation/validate';

const schema = z
  .object({
    text: z.string().min(1),
    few: z.array(z.string()).min(1),
    low: z.int().min(0).max(9),
    share: z.number().gt(0),
    either: z.union([z.int(), z.bigint()]),
    told: z.union([z.int(), z.boolean()], 'must be a number or a flag'),
    one: z.enum(['a', 'b']),
    status: z.literal([200, 201]),
    named: z.enum(['a', 'b'], 'must be the name of a thing'),
    headers: z.record(z.string().regex(/^x/, 'must be the name of a header'), z.string()),
    checked: z.string().refine((given) => given === 'x', 'must be x'),
    closed: z.strictObject({}),
  })
  .partial();

test.each<[object, string]>([
  [{ text: '' }, 'must not be empty'],
  [{ text: 1 }, 'must be a string'],
  [{ few: [] }, 'must be at least 1'],
  [{ few: {} }, 'must be an array'],
  [{ low: -1 }, 'must be at least 0'],
  [{ low: 10 }, 'must be at most 9'],
  [{ low: 1.5 }, 'must be an integer'],
  [{ low: '1' }, 'must be a number'],
  [{ share: 0 }, 'must be more than 0'],
  [{ either: 'x' }, 'must be an integer'],
  [{ told: 'x' }, 'must be a number or a flag'],
  [{ one: 'c' }, 'must be one of a, b'],
  [{ status: 202 }, 'must be one of 200, 201'],
  [{ named: 'c' }, 'must be the name of a thing'],
  [{ checked: 'y' }, 'must be x'],
  [{ closed: { a: 1, b: 2 } }, 'has unknown fields: a, b'],
])('%j is refused: it %s', (given, says) => {
  const [field = ''] = Object.keys(given);

  expect(() => validate(schema, given)).toThrow(
    expect.objectContaining({ code: 'invalid', message: `"${field}" ${says}.`, field, problems: [{ field, says }] }),
  );
});

test('what is wrong with a name is told at that name', () => {
  expect(() => validate(schema, { headers: { y: '1' } })).toThrow('"headers.y" must be the name of a header.');
});

test('every problem is told at once, of the whole and of its fields, and more that the caller has found', () => {
  const more = [{ field: '', says: 'has another field twice' }];
  const refused = (given: unknown, message: string, field?: string) =>
    expect(() => validate(schema, given, 'The thing', more)).toThrow(expect.objectContaining({ message, field }));

  expect(validate(schema, { low: 9, share: 0.1 })).toEqual({ low: 9, share: 0.1 });
  refused({ low: 0 }, 'The thing has another field twice.');
  refused(
    { low: 10, text: '' },
    '"text" must not be empty; "low" must be at most 9; The thing has another field twice.',
    'text',
  );
  refused([], 'The thing must be an object; The thing has another field twice.');
  expect(() => validate(schema, 5)).toThrow(/^The body must be an object\.$/);
});

test('a message that ends with a question has no full stop', () => {
  const question = z.string().refine(() => false, 'is unknown: did you mean x?');

  expect(() => validate(z.object({ name: question }), { name: 'y' })).toThrow(/^"name" is unknown: did you mean x\?$/);
});
