import type { Primitive } from '../values/type';
import type { Decimal, Dynamic, NumberValue, Unknown } from '../values/value';
import type { Attribute, Attributes } from './schema';

/* The TypeScript types that handlers see of a schema's values. */

/** The types that are made of primitives `P`. */
export type TypeOf<P extends Primitive> =
  | P
  | Composed<'list' | 'set' | 'map', TypeOf<P>>
  | Composed<'object', { readonly [name: string]: TypeOf<P> }>
  | Composed<'tuple', readonly TypeOf<P>[]>;

/** A kind of type and its parts. An interface, because TypeScript would follow a tuple without end. */
interface Composed<K, P> {
  readonly length: 2;
  readonly 0: K;
  readonly 1: P;
}

/** The types of elements of a collection. They do not include `dynamic`, which the host refuses there. */
export type ElementType = TypeOf<Exclude<Primitive, 'dynamic'>>;

/** The TypeScript type of a value of type `T`. Parts of maps, objects and tuples may be null; elements of lists and sets are not. */
export type ValueOf<T> = T extends 'string'
  ? string
  : T extends 'bool'
    ? boolean
    : T extends 'integer' | 'float64'
      ? number
      : T extends 'int64'
        ? bigint
        : T extends 'number'
          ? NumberValue
          : T extends readonly ['list' | 'set', infer E]
            ? readonly ValueOf<E>[]
            : T extends readonly ['map', infer E]
              ? Readonly<Record<string, ValueOf<E> | null>>
              : T extends readonly ['object' | 'tuple', infer P]
                ? { readonly [N in keyof P]: ValueOf<P[N]> | null }
                : never;

/** The values of attributes in a configuration, by name: null where there may be none. */
export type Values<A extends Attributes> = {
  readonly [N in keyof A]: A[N] extends Attribute<infer V, infer _> ? V : never;
};

/** The values of attributes in a plan that a handler carries out: undefined where the handler has to decide, not null where there is a default. */
export type PlanValues<A extends Attributes> = {
  readonly [N in keyof A]: A[N] extends Attribute<infer _, infer P> ? P : never;
};

/** The TypeScript view of a configuration: null where there is no value. A required attribute has one, unless it is write-only. */
export type Model<S extends { readonly attributes: Attributes }> = Values<S['attributes']>;

/**
 * The TypeScript view of the plan that `create` and `update` receive. A computed attribute may be `undefined`: nothing has decided it, and the handler
 * has to. An attribute with a default is never null.
 */
export type Plan<S extends { readonly attributes: Attributes }> = PlanValues<S['attributes']>;

/**
 * The TypeScript view of a state. Even required attributes may be null, and lists may have null elements: an import begins with fewer values, and
 * another version of the provider may have stored fewer. Only the identity `I` is never null in handlers that send requests.
 */
export type State<M, I extends keyof M = 'id' & keyof M> = { readonly [N in keyof M]: M[N] | null } & {
  readonly [N in I]: NonNullable<M[N]>;
};

/** What a create or an update saves before its end: a {@link State} of which the handler may have decided only a part. */
export type Saved<M, I extends keyof M = 'id' & keyof M> = { readonly [N in keyof M]?: M[N] | null | undefined } & {
  readonly [N in I]: NonNullable<M[N]>;
};

/** The plan, with the value in state for each of its attributes that is undecided: for an update that changes nothing else. */
export const fillFromState = <P extends object, S extends { readonly [N in keyof P]: unknown }>(
  plan: P,
  state: S,
): { readonly [N in keyof P]: Exclude<P[N], undefined> | S[N] } =>
  Object.fromEntries(
    Object.entries(plan).map(([name, value]) => [name, value === undefined ? state[name as keyof P] : value]),
  ) as { readonly [N in keyof P]: Exclude<P[N], undefined> | S[N] };

/** A {@link Model} or a {@link Plan} of which parts may not be known yet. */
export type Planned<M> = { readonly [N in keyof M]: PlannedValue<M[N]> };

/** A value that may not be known yet, as a whole or in parts. */
export type PlannedValue<V> = [Unknown] extends [V]
  ? V
  : Unknown | (V extends undefined ? never : V extends Whole ? V : V extends object ? Planned<V> : V);

/** Values without parts. */
type Whole = null | string | boolean | NumberValue | Decimal | Dynamic;
