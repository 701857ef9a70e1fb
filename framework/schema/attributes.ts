import type { Primitive, Type } from '../values/type';
import type { NumberValue, Value } from '../values/value';
import type { ConfigValidator } from './config-validators';
import type { ElementType, PlanValues, ValueOf, Values } from './model';
import type { Attribute, Attributes, Nesting, Validator } from './schema';

/* Builders of attributes. They only describe: whether options fit together is checked with the whole provider. */

/** The options of every attribute beside its type. `default` makes it optional and computed. `V` is the type of its value that is not null. */
export interface AttributeOptions<V>
  extends Omit<
    Attribute,
    'type' | 'valueType' | 'planType' | 'default' | 'validators' | 'configValidators' | 'meansSame'
  > {
  readonly default?: NoInfer<V & Value>;
  readonly validators?: readonly Validator<V>[];
  readonly meansSame?: (one: NoInfer<V>, other: NoInfer<V>) => boolean;
}

/** The options of an attribute that configuration and plan always have: it cannot be null in the model, but in a state it may be (`State`). */
export interface RequiredOptions<V> extends AttributeOptions<V> {
  readonly required: true;
  readonly writeOnly?: false;
}

/** The options of an attribute that has a value in every plan. */
export interface DefaultOptions<V> extends AttributeOptions<V> {
  readonly default: NoInfer<V & Value>;
}

/** The options of an attribute that a plan may leave to the handler. */
export interface ComputedOptions<V> extends AttributeOptions<V> {
  readonly computed: true;
}

/** An attribute that a plan may leave to the handler. */
type Computed<V, P = V> = Attribute<V | null, P | null | undefined>;

interface Builder<V> {
  (options: RequiredOptions<V>): Attribute<V>;
  (options: DefaultOptions<V>): Attribute<V | null, V>;
  (options: ComputedOptions<V>): Computed<V>;
  (options: AttributeOptions<V>): Attribute<V | null>;
}

function attribute<V>(type: Attribute['type'], options: AttributeOptions<V>): Attribute<V> {
  const presence = options.default === undefined ? {} : { optional: true, computed: true };
  return { type, ...presence, ...options };
}

// The overloads say more than TypeScript can follow from one implementation.
const primitive = <V>(type: Primitive) =>
  ((options: AttributeOptions<V>) => attribute<V>(type, options)) as unknown as Builder<V>;

export interface StringBuilder {
  <T extends string = string>(options: RequiredOptions<T>): Attribute<T>;
  <T extends string = string>(options: DefaultOptions<T>): Attribute<T | null, T>;
  <T extends string = string>(options: ComputedOptions<T>): Computed<T>;
  <T extends string = string>(options: AttributeOptions<T>): Attribute<T | null>;
}

/** A string, which may be empty. With the validator `oneOf`, its type is the union of the allowed strings. */
export const string: StringBuilder = primitive<string>('string') as unknown as StringBuilder;
/** True or false. */
export const bool = primitive<boolean>('bool');
/** A whole number from -(2^53 - 1) to 2^53 - 1, which JavaScript represents exactly. Any other number in a configuration is an error. */
export const integer = primitive<number>('integer');
/** A 64-bit floating-point number, such as 0.1. A configured number with more digits, such as `1 / 3`, keeps them in state. */
export const float64 = primitive<number>('float64');
/** A whole number of 64 bits. Another number in a configuration is an error. */
export const int64 = primitive<bigint>('int64');
/** Any number, with every digit that is configured: a number, a bigint or a `Decimal`. */
export const number = primitive<NumberValue>('number');

type Collection<K, E> = K extends 'map' ? Readonly<Record<string, E | null>> : readonly E[];

interface CollectionBuilder<K> {
  <const T extends ElementType>(
    options: RequiredOptions<Collection<K, ValueOf<T>>> & { readonly elementType: T },
  ): Attribute<Collection<K, ValueOf<T>>>;
  <const T extends ElementType>(
    options: DefaultOptions<Collection<K, ValueOf<T>>> & { readonly elementType: T },
  ): Attribute<Collection<K, ValueOf<T>> | null, Collection<K, ValueOf<T>>>;
  <const T extends ElementType>(
    options: ComputedOptions<Collection<K, ValueOf<T>>> & { readonly elementType: T },
  ): Computed<Collection<K, ValueOf<T>>>;
  <const T extends ElementType>(
    options: AttributeOptions<Collection<K, ValueOf<T>>> & { readonly elementType: T },
  ): Attribute<Collection<K, ValueOf<T>> | null>;
}

const collection = <K extends 'list' | 'set' | 'map'>(kind: K) =>
  (({ elementType, ...options }: AttributeOptions<never> & { readonly elementType: Type }) =>
    attribute<never>([kind, elementType], options)) as unknown as CollectionBuilder<K>;

/** Elements of `elementType` in their configured order. Null elements are an error. An empty list counts as a value. */
export const list = collection('list');
/** Unique elements of `elementType` without an order. Null elements are an error. */
export const set = collection('set');
/** Values of `elementType` by key. A key is any string, and a value may be null. */
export const map = collection('map');

interface ObjectBuilder {
  <const T extends { readonly [name: string]: ElementType }>(
    options: RequiredOptions<ValueOf<readonly ['object', T]>> & { readonly attributeTypes: T },
  ): Attribute<ValueOf<readonly ['object', T]>>;
  <const T extends { readonly [name: string]: ElementType }>(
    options: DefaultOptions<ValueOf<readonly ['object', T]>> & { readonly attributeTypes: T },
  ): Attribute<ValueOf<readonly ['object', T]> | null, ValueOf<readonly ['object', T]>>;
  <const T extends { readonly [name: string]: ElementType }>(
    options: ComputedOptions<ValueOf<readonly ['object', T]>> & { readonly attributeTypes: T },
  ): Computed<ValueOf<readonly ['object', T]>>;
  <const T extends { readonly [name: string]: ElementType }>(
    options: AttributeOptions<ValueOf<readonly ['object', T]>> & { readonly attributeTypes: T },
  ): Attribute<ValueOf<readonly ['object', T]> | null>;
}

/** An object with all parts required: a part may be null, but not omitted. To give parts options of their own, use `singleNested`. */
export const object = (({ attributeTypes, ...options }: AttributeOptions<never> & ObjectTypes) =>
  attribute<never>(['object', attributeTypes], options)) as unknown as ObjectBuilder;

interface ObjectTypes {
  readonly attributeTypes: { readonly [name: string]: Type };
}

type Nested<N, V> = N extends 'single' ? V : N extends 'map' ? Readonly<Record<string, V>> : readonly V[];
type NestedValues<N, A extends Attributes> = Nested<N, Values<A>>;
type NestedPlan<N, A extends Attributes> = Nested<N, PlanValues<A>>;

/** The checks that span attributes of one object. */
interface Spanning<A extends Attributes> {
  readonly configValidators?: readonly ConfigValidator<NoInfer<Values<A>>>[];
}

interface NestedBuilder<N> {
  <A extends Attributes>(
    options: RequiredOptions<NestedValues<N, A>> & { readonly attributes: A } & Spanning<A>,
  ): Attribute<NestedValues<N, A>, NestedPlan<N, A>>;
  <A extends Attributes>(
    options: DefaultOptions<NestedValues<N, A>> & { readonly attributes: A } & Spanning<A>,
  ): Attribute<NestedValues<N, A> | null, NestedPlan<N, A>>;
  <A extends Attributes>(
    options: ComputedOptions<NestedValues<N, A>> & { readonly optional: true; readonly attributes: A } & Spanning<A>,
  ): Computed<NestedValues<N, A>, NestedPlan<N, A>>;
  // What only the provider decides is decided as a whole.
  <A extends Attributes>(
    options: ComputedOptions<NestedValues<N, A>> & { readonly attributes: A } & Spanning<A>,
  ): Computed<NestedValues<N, A>>;
  <A extends Attributes>(
    options: AttributeOptions<NestedValues<N, A>> & { readonly attributes: A } & Spanning<A>,
  ): Attribute<NestedValues<N, A> | null, NestedPlan<N, A> | null>;
}

const nested = <N extends Nesting>(nesting: N) =>
  (({ attributes, ...options }: AttributeOptions<never> & { readonly attributes: Attributes }) =>
    attribute<never>({ nesting, attributes }, options)) as unknown as NestedBuilder<N>;

/** One object made of attributes, which may have options of their own, as in a schema. */
export const singleNested = nested('single');
/** Objects in their configured order. Null objects are an error. */
export const listNested = nested('list');
/**
 * Objects without an order. Null objects are an error. A planned object continues an object of the prior state if all its configured values are
 * equal.
 */
export const setNested = nested('set');
/** Objects by key. Null objects are an error. */
export const mapNested = nested('map');
