import type { ValueOf } from './model';
import type { Type } from './type';
import type { Dynamic, NumberValue, Unknown, Value } from './value';

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
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
}

type ParameterOptions = Pick<Parameter, 'name' | 'description'>;

/** A parameter for a text, which is neither null nor unknown. */
export const stringParameter = (options: ParameterOptions): Parameter<string> => ({ type: 'string', ...options });
/** A parameter for a number, with every digit, which is neither null nor unknown. */
export const numberParameter = (options: ParameterOptions): Parameter<NumberValue> => ({ type: 'number', ...options });
/** A copy of the parameter that also accepts null. */
export const orNull = <V>(parameter: Parameter<V>): Parameter<V | null> => ({ ...parameter, allowNull: true });
/** A copy of the parameter that also accepts unknown values; of a list, also within it, which `V` does not tell. */
export const orUnknown = <V>(parameter: Parameter<V>): Parameter<V | Unknown> => ({ ...parameter, allowUnknown: true });
/** A parameter for a list of objects, each with exactly these attributes of type string. An attribute may be null, and so may an object. */
export const objectsParameter = <N extends string>(
  options: ParameterOptions & { readonly attributes: readonly N[] },
): Parameter<readonly ({ readonly [A in N]: string | null } | null)[]> => {
  const { attributes, ...rest } = options;
  return { type: ['list', ['object', Object.fromEntries(attributes.map((name) => [name, 'string']))]], ...rest };
};

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
