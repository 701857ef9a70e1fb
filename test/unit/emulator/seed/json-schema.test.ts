import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { readSeed } from '../../../../emulator/seed/document';
import { seedSchema } from '../../../../emulator/seed/json-schema';

const isValid = new Ajv({ strict: false, formats: { int64: true } }).compile(seedSchema());
const isAccepted = (document: unknown) => readSeed(document).problems.length === 0;

/** Every member that a seed may have. */
const WHOLE = () => ({
  $schema: './node_modules/coffer-emulator/seed.schema.json',
  not_saved: ['times'],
  projects: ['shop'],
  tokens: [{ token: 'a', projects: ['shop'] }],
  secrets: [
    { id: 's-1', project_id: 'shop', name: 'one', value: 'text' },
    { name: 'two', value: { base64: '/wA=' } },
  ],
  pull_secrets: [{ id: 'p-1', project_id: 'shop', server: 'ghcr.io', username: 'u', password: 'p' }],
  buckets: [{ id: 'b-1', project_id: 'shop', alias: 'uploads', max_size: 1, description: null }],
  access_keys: [
    {
      ...{ id: 'k-1', project_id: 'shop', access_key_id: 'GK1', secret_access_key: '12345678' },
      ...{ buckets: ['uploads'], permissions: { read: true, write: false, owner: false } },
    },
  ],
  objects: [
    { bucket: 'uploads', key: 'a', body: 'text', content_type: 'text/plain' },
    { bucket: 'b-1', key: 'b', body: { base64: '/wA=' } },
  ],
});

const VALUES = [
  null,
  '',
  'x',
  'Some Text',
  'a/b',
  0,
  1,
  -1,
  1.5,
  true,
  [],
  ['x'],
  [''],
  {},
  { base64: 'x' },
  { token: 'é' },
];

/** Ways into a document: to each of its members and elements. */
function placesOf(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([name, part]) => placesOf(part, [...at, name]))];
}

/** A copy with another value at a place, or without what stands there. */
function changed(
  document: unknown,
  [name, ...rest]: readonly string[],
  put: { readonly value: unknown } | undefined,
): unknown {
  if (name === undefined) return put?.value;
  const copy = Array.isArray(document) ? [...document] : { ...(document as object) };
  const part: unknown = Reflect.get(copy, name);
  if (rest.length === 0 && put === undefined) {
    if (Array.isArray(copy)) copy.splice(Number(name), 1);
    else Reflect.deleteProperty(copy, name);
  } else Reflect.set(copy, name, changed(part, rest, put));
  return copy;
}

test('a seed with every member is valid to both, and `$schema` changes nothing', () => {
  const { $schema: _, ...plain } = WHOLE();

  expect([isValid(WHOLE()), isAccepted(WHOLE())]).toEqual([true, true]);
  expect(readSeed(WHOLE()).seed).toEqual(readSeed(plain).seed);
});

test('the schema and the check of the emulator agree on every change of one member', () => {
  const disagreed = placesOf(WHOLE()).flatMap((place) => {
    const documents = [
      ...(place.length > 0 ? [changed(WHOLE(), place, undefined)] : []),
      ...VALUES.map((value) => changed(WHOLE(), place, { value })),
      changed(WHOLE(), [...place, 'unknown'], { value: 1 }),
    ];
    return documents
      .filter((document) => document !== undefined && isValid(document) !== isAccepted(document))
      .map((document) => `${place.join('.')}: ${JSON.stringify(document)}`);
  });

  expect(disagreed).toEqual([]);
});
