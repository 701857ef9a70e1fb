/** Terraform's types, in the shape of their JSON syntax (plugin protocol, "JSON syntax of types"), and three kinds of `number`. */
export type Type = Primitive | CollectionType | TupleType | ObjectType;

/**
 * `dynamic` is a value that brings its own type. Three are a `number` to the host: `integer` is a JavaScript number that is a safe integer,
 * `float64` any finite one, `int64` a `bigint` of 64 bits.
 */
export type Primitive = 'string' | NumberType | 'bool' | 'dynamic';
/** The types whose values are numbers to the host. */
export type NumberType = 'number' | 'integer' | 'float64' | 'int64';
/** Any number of elements of one type; those of a map have keys. */
export type CollectionType = readonly ['list' | 'set' | 'map', Type];
/** One element of each type, in this order. */
export type TupleType = readonly ['tuple', readonly Type[]];
/** One value for each name. */
export type ObjectType = readonly ['object', { readonly [name: string]: Type }];

/** True for each of the types that are a `number` to the host. */
export const isNumberType = (type: Type): type is NumberType =>
  type === 'number' || type === 'integer' || type === 'float64' || type === 'int64';

/** Parses Terraform's JSON of a type, with `number` for every number. Throws a `SyntaxError` for no JSON, and a `TypeError` that quotes what is no type. */
export function parseType(json: string): Type {
  return checkType(JSON.parse(json));
}

/** True for a type that an attribute or a part of one can have; it may come from code without types. `dynamic` is none. */
export function isAttributeType(type: unknown): type is Type {
  try {
    checkType(type, ['string', 'number', 'integer', 'float64', 'int64', 'bool']);
    return true;
  } catch {
    return false;
  }
}

function checkType(type: unknown, primitives: readonly Primitive[] = ['string', 'number', 'bool', 'dynamic']): Type {
  const primitive = primitives.find((one) => one === type);
  if (primitive !== undefined) return primitive;
  if (Array.isArray(type)) {
    const [kind, of] = type as [unknown, unknown];
    if (kind === 'list' || kind === 'set' || kind === 'map') return [kind, checkType(of, primitives)];
    if (kind === 'tuple' && Array.isArray(of)) return ['tuple', Array.from(of, (part) => checkType(part, primitives))];
    if (kind === 'object' && typeof of === 'object' && of !== null && !Array.isArray(of)) {
      const parts = Object.entries(of).map(([name, part]) => [name, checkType(part, primitives)] as const);
      return ['object', Object.fromEntries(parts)];
    }
  }
  throw new TypeError(`not a type: ${JSON.stringify(type)}`);
}
