import type { TypeOf, ValueOf } from './schema/model';
import type { Validator } from './schema/schema';
import type { Primitive, Type } from './values/type';
import type { Dynamic, NumberValue, Unknown, Value } from './values/value';

/** A parameter of a function. `V` is the TypeScript type of its argument. */
export interface Parameter<V = unknown> {
  /** Used in messages and on the reference page. Callers pass arguments by position. */
  readonly name: string;
  readonly type: Type;
  /** Markdown for the reference page. */
  readonly description: string;
  /** Whether the argument may be null. By default, Terraform rejects null without calling the function. */
  readonly allowNull?: boolean;
  /**
   * Whether the argument may be unknown. By default, if any part of an argument is unknown, Terraform does not call the function, and the result is
   * unknown.
   */
  readonly allowUnknown?: boolean;
  /** Checks of the argument, in order. They do not run for null or for values with unknown parts. Their errors become the error of the call. */
  readonly validators?: readonly Validator<never>[];
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
}

/** The TypeScript type of an argument of type `T`. Every part may be null, because Terraform rejects null only for the argument as a whole. */
export type ArgumentOf<T> = T extends 'dynamic'
  ? Dynamic
  : T extends readonly ['list' | 'set', infer E]
    ? readonly (ArgumentOf<E> | null)[]
    : T extends readonly ['map', infer E]
      ? Readonly<Record<string, ArgumentOf<E> | null>>
      : T extends readonly ['object' | 'tuple', infer P]
        ? { readonly [N in keyof P]: ArgumentOf<P[N]> | null }
        : ValueOf<T>;

/** What describes a parameter of type `T`, whose argument is a `V`. */
interface ParameterOptions<T, V> extends Pick<Parameter, 'name' | 'description'> {
  readonly type: T;
  readonly validators?: readonly Validator<V>[];
}

interface ParameterBuilder {
  <V extends string = string>(options: ParameterOptions<'string', V>): Parameter<V>;
  <const T extends TypeOf<Primitive>>(options: ParameterOptions<T, ArgumentOf<T>>): Parameter<ArgumentOf<T>>;
}

/** A parameter of any type, whose argument is neither null nor unknown. A text has the type of `oneOf`, if that is among the validators. */
export const parameter: ParameterBuilder = (options: object) => options as Parameter<never>;
/** A copy of the parameter that also accepts null. */
export const orNull = <V>(one: Parameter<V>): Parameter<V | null> => ({ ...one, allowNull: true });
/** Returns a copy of the parameter that also accepts unknown values. A list may also have unknown elements, which `V` does not express. */
export const orUnknown = <V>(one: Parameter<V>): Parameter<V | Unknown> => ({ ...one, allowUnknown: true });

type Argument<P> = P extends Parameter<infer V> ? V : never;
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Argument<P[I]> };

/** The results of a function that returns `R`; of `dynamic` a {@link Dynamic}, and any value if `R` is not known. */
type Result<R> =
  | null
  | Unknown
  | ([R] extends ['dynamic']
      ? Dynamic
      : 'dynamic' extends R
        ? Value
        : R extends readonly ['list' | 'set', infer E]
          ? readonly Result<E>[]
          : R extends readonly ['map', infer E]
            ? { readonly [key: string]: Result<E> }
            : R extends readonly ['object' | 'tuple', infer P]
              ? { readonly [N in keyof P]: Result<P[N]> }
              : R extends 'string' | 'bool'
                ? ValueOf<R>
                : NumberValue);

/** A function, called as `provider::random::NAME(…)`, before the provider is configured. Must be pure: equal results for equal arguments everywhere. */
export interface ProviderFunction {
  /** Without the provider's name. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** The parameter for any number of additional arguments, including none. */
  readonly variadic?: Parameter;
  readonly returns: Type;
  /**
   * Receives the arguments of `parameters`, then those of `variadic`. Returns null or a value of the type `returns`, which may have unknown parts.
   * Anything else, such as a Promise, is an error. Throws a {@link FunctionError} for an invalid argument. It may also throw a `DiagnosticError`,
   * whose detail is shown. The provider's `describeError` describes any other error.
   */
  readonly call: (...args: Value[]) => Value;
}

/** The error of a function call. Terraform puts the name of the function or parameter before the text, and a full stop after it. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';

  constructor(
    text: string,
    /** Zero-based index of the invalid argument among all arguments. Missing or out of range if the error is about the whole call. */
    readonly argument?: number,
  ) {
    super(text);
  }
}

/** Defines a function, and returns it as it is. Its parameters and `returns` give `call` its type. */
export function defineFunction<
  const P extends readonly Parameter[],
  V extends Parameter = never,
  const R extends Type = Type,
>(
  definition: Omit<ProviderFunction, 'parameters' | 'variadic' | 'returns' | 'call'> & {
    readonly parameters: P;
    readonly variadic?: V;
    readonly returns: R;
    readonly call: (...args: [...Arguments<P>, ...Argument<V>[]]) => Result<R>;
  },
): ProviderFunction {
  // Terraform and the decoder check the arguments by the types that `P` comes from.
  return definition as unknown as ProviderFunction;
}
