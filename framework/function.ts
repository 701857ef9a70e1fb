import type { TypeOf, ValueOf } from './schema/model';
import type { Validator } from './schema/schema';
import type { Primitive, Type } from './values/type';
import type { Dynamic, NumberValue, Unknown, Value } from './values/value';

/** A parameter of a function. `V` is the TypeScript type of its argument. */
export interface Parameter<V = unknown> {
  /** For messages and the reference page: arguments are told apart by their order. */
  readonly name: string;
  readonly type: Type;
  /** Markdown for the reference page. */
  readonly description: string;
  /** Whether the argument may be null. By default Terraform refuses null before it calls. */
  readonly allowNull?: boolean;
  /** Whether the argument may be unknown. By default Terraform does not call, and the result is unknown, if any part of an argument is. */
  readonly allowUnknown?: boolean;
  /** Checks of the argument, in the order in which they run; null and what is partly unknown pass. Their errors are the error of the call. */
  readonly validators?: readonly Validator<never>[];
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
}

/** The TypeScript type of an argument of type `T`, that may have null in every part: Terraform refuses null only for the whole of it. */
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
/** A copy of the parameter that also accepts unknown values; of a list, also within it, which `V` does not tell. */
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
  /** The parameter of all further arguments, of which there may be none. */
  readonly variadic?: Parameter;
  readonly returns: Type;
  /**
   * Receives the arguments of `parameters`, then those of `variadic`. Returns a value of the type `returns`, null, or one unknown in parts; anything
   * else, such as a Promise, is an error. Throws a {@link FunctionError} for a wrong argument, and may throw a `DiagnosticError`, of which the detail
   * is shown; any other error is shown as `describeError` of the provider says.
   */
  readonly call: (...args: Value[]) => Value;
}

/** The error of a function call. Terraform adds the name of the function or the parameter before the text, and a full stop after it. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';

  constructor(
    text: string,
    /** Index of the argument at fault among all of the call, from 0; absent, or beyond them, if the error is about the whole call. */
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
