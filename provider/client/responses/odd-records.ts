import type * as z from 'zod';
import type { Json } from '../../../contract/formats/json';
import type { RequestName } from '../errors/errors';

/** Options of every parse: without them, zod compiles a function for each schema, which takes longer than parsing the few pages that a run reads. */
export const PARSING = { jitless: true } as const;

/** Thrown when code reads a field that the service lists in another form than the interface shows. */
const UNREADABLE = Symbol('unreadable');

/** A record that cannot be read. Its object exists although it is missing among the readable records. */
export class OddRecord<T> {
  constructor(
    readonly source: RequestName,
    /** Undefined if the id cannot be read either. */
    readonly id: string | undefined,
    /** The problem, without a value: `max_size is a string`. */
    readonly problem: string,
    /** The readable fields; reading another one throws {@link UNREADABLE}, cosmetic ones aside. Undefined if it is no record even so. */
    private readonly record: T | undefined,
  ) {}

  /** True if the record may match: false only if its readable fields exclude that. Passes on what else `matches` throws. */
  mayMatch(matches: (record: T) => boolean): boolean {
    if (this.record === undefined) return true;
    try {
      return matches(this.record);
    } catch (error) {
      if (error !== UNREADABLE) throw error;
      return true;
    }
  }

  toString(): string {
    return this.id === undefined
      ? `one without a readable id (${this.problem})`
      : `${JSON.stringify(this.id)} (${this.problem})`;
  }
}

/** An item of a list: a record, with the names of the cosmetic fields that it lacks because they cannot be read; or an odd record. */
type Item<T> = { readonly record: T; readonly unreadable: readonly string[] } | { readonly odd: OddRecord<T> };

/** Reads an item of a list. Never throws. A top-level field that nothing depends on (`cosmetic`) is left out if it cannot be read. */
export function readItem<T>(
  source: RequestName,
  item: Json,
  schema: z.ZodType<T>,
  cosmetic: ReadonlySet<string>,
): Item<T> {
  const parsed = schema.safeParse(item, PARSING);
  if (parsed.success) return { record: parsed.data, unreadable: [] };
  if (!isObject(item)) return { odd: new OddRecord<T>(source, undefined, `it is ${typeOf(item)}`, undefined) };
  const paths = parsed.error.issues.map(({ path }) => path.map(String));
  const unreadable = [...new Set(paths.map(([field = '']) => field))];
  const essential = unreadable.filter((field) => !cosmetic.has(field));
  const record = parseWithout(item, unreadable, schema);
  if (essential.length === 0 && record !== undefined) return { record, unreadable };
  const problem = paths
    .filter(([field = '']) => !cosmetic.has(field))
    .map((path) => `${path.join('.')} is ${typeOf(valueAt(item, path))}`)
    .join(' and ');
  const { id } = (record ?? item) as { readonly id?: Json }; // a schema may take it from another field
  const readableId = typeof id === 'string' && !unreadable.includes('id') ? id : undefined;
  return { odd: new OddRecord(source, readableId, problem, record && guarded(record, essential)) };
}

/** Parses the record without some of its fields, with placeholders for required ones. Undefined if it still does not parse. */
function parseWithout<T>(item: Fields, fields: readonly string[], schema: z.ZodType<T>): T | undefined {
  const kept = Object.fromEntries(Object.entries(item).filter(([name]) => !fields.includes(name)));
  const [bare, madeUp] = [kept, { ...kept, ...Object.fromEntries(fields.map((field) => [field, '-'])) }].map((one) =>
    schema.safeParse(one, PARSING),
  );
  return bare?.data ?? madeUp?.data;
}

/** A copy of the record in which reading one of `fields` throws. */
function guarded<T>(record: T, fields: readonly string[]): T {
  const guard = () => {
    throw UNREADABLE;
  };
  return Object.defineProperties(
    { ...record },
    Object.fromEntries(fields.map((field) => [field, { get: guard, enumerable: true }])),
  );
}

function valueAt(item: Json, path: readonly string[]): Json | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return item;
  return typeof item === 'object' && item !== null ? valueAt((item as Fields)[first] as Json, rest) : undefined;
}

/** The JSON type of an unreadable value. The value itself may be a secret in the wrong place. */
function typeOf(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'boolean') return 'a boolean';
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'a whole number' : 'a number that is not whole';
}

type Fields = { readonly [key: string]: Json };

/** True if JSON is an object: neither null nor an array. */
export const isObject = (json: Json | undefined): json is { [key: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
