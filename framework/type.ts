/** Terraform's types, in the shape of their JSON syntax (plugin protocol, "JSON syntax of types"), and `int64`. */
export type Type = Primitive | CollectionType | TupleType | ObjectType;

/** `dynamic` is a value that brings its own type. `int64` is a `number` to the host, and a `bigint` here: whole, of 64 bits. */
export type Primitive = 'string' | 'number' | 'int64' | 'bool' | 'dynamic';
/** Any number of elements of one type; those of a map have keys. */
export type CollectionType = readonly ['list' | 'set' | 'map', Type];
/** One element of each type, in this order. */
export type TupleType = readonly ['tuple', readonly Type[]];
/** One value for each name. */
export type ObjectType = readonly ['object', { readonly [name: string]: Type }];

/** Parses the JSON of a type. Throws a `SyntaxError` for text that is no JSON, and a `TypeError` that quotes JSON which is no type. */
export function parseType(json: string): Type {
  return checkType(JSON.parse(json));
}

function checkType(type: unknown): Type {
  if (type === 'string' || type === 'number' || type === 'bool' || type === 'dynamic') return type;
  if (Array.isArray(type)) {
    const [kind, of] = type as [unknown, unknown];
    if (kind === 'list' || kind === 'set' || kind === 'map') return [kind, checkType(of)];
    if (kind === 'tuple' && Array.isArray(of)) return ['tuple', of.map(checkType)];
    if (kind === 'object' && typeof of === 'object' && of !== null) {
      return ['object', Object.fromEntries(Object.entries(of).map(([name, part]) => [name, checkType(part)]))];
    }
  }
  throw new TypeError(`not a type: ${JSON.stringify(type)}`);
}
