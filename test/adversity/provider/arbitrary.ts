import { type Attribute, type Attributes, isNested } from '../../../framework/schema/schema';
import type { Type } from '../../../framework/values/type';
import { type ObjectValue, UNKNOWN, type Value } from '../../../framework/values/value';
import { fc } from '../../unit/support/property';

/** Values to draw from for an attribute, by its path: `permissions.read`. What is not named is drawn by its type. */
export type Pools = Readonly<Record<string, readonly Value[]>>;

/** Known or not, as before and during apply: two configurations that differ only in what is known. */
export interface Drawn {
  readonly early: ObjectValue;
  readonly known: ObjectValue;
}

/** Any configuration of a schema that Terraform would pass on: what is required is there, what is only computed is not. */
export function configurations(attributes: Attributes, pools: Pools): fc.Arbitrary<Drawn> {
  return object(attributes, pools, '', configured).chain((known) =>
    fc.subarray(Object.keys(known).filter((name) => known[name] !== null)).chain((names) =>
      // Most of the time everything is known.
      fc.constantFrom([], [], names).map((unknown: readonly string[]) => ({
        known,
        early: { ...known, ...Object.fromEntries(unknown.map((name) => [name, UNKNOWN])) },
      })),
    ),
  );
}

/** Any state of a schema, as of another version of the provider or after an import: whatever may be null is, at times. */
export const states = (attributes: Attributes, pools: Pools): fc.Arbitrary<ObjectValue> =>
  object(attributes, pools, '', (attribute, value) =>
    attribute.writeOnly ? fc.constant(null) : fc.option(value, { nil: null, freq: 4 }),
  );

type Presence = (attribute: Attribute, value: fc.Arbitrary<Value>) => fc.Arbitrary<Value>;

const configured: Presence = ({ required, optional }, value) => {
  if (required) return value;
  return optional ? fc.option(value, { nil: null, freq: 2 }) : fc.constant(null);
};

function object(attributes: Attributes, pools: Pools, at: string, presence: Presence): fc.Arbitrary<ObjectValue> {
  const parts = Object.entries(attributes).map(([name, attribute]) => [
    name,
    presence(attribute, values(attribute.type, pools, at + name, presence)),
  ]);
  return fc.record(Object.fromEntries(parts) as Record<string, fc.Arbitrary<Value>>, { noNullPrototype: true });
}

function values(type: Attribute['type'], pools: Pools, at: string, presence: Presence): fc.Arbitrary<Value> {
  const pool = pools[at];
  if (pool) return fc.constantFrom(...pool);
  if (!isNested(type)) return byType(type);
  const inner = object(type.attributes, pools, `${at}.`, presence);
  if (type.nesting === 'single') return inner;
  return fc.array(inner, { maxLength: 2 });
}

const word = fc.constantFrom('a', 'b-1', 'é', 'x y');

function byType(type: Type): fc.Arbitrary<Value> {
  if (type === 'string') return fc.oneof(word, fc.constantFrom('', '1', '2'));
  if (type === 'number') return fc.constantFrom<Value>(0, 1, 2n ** 63n - 1n, 0.5);
  if (type === 'bool') return fc.boolean();
  const part = byType((type as readonly [string, Type])[1]);
  return type[0] === 'map'
    ? fc.dictionary(word, part, { maxKeys: 2, noNullPrototype: true })
    : fc.array(part, { maxLength: 3 });
}
