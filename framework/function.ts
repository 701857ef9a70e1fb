import type { Type } from './type';
import type { NumberValue, Unknown, Value } from './value';

/** One parameter of a function. `V` is the TypeScript type of its argument. */
export interface Parameter<V = unknown> {
  readonly name: string;
  readonly type: Type;
  /** Markdown for the reference page. */
  readonly description: string;
  /** Otherwise Terraform refuses null before it calls. */
  readonly allowNull?: boolean;
  /** Otherwise Terraform does not call, and the result is unknown, as soon as any part of an argument is. */
  readonly allowUnknown?: boolean;
  /** Carries `V` at compile time only. */
  readonly valueType?: V;
}

type ParameterOptions = Pick<Parameter, 'name' | 'description'>;

export const stringParameter = (options: ParameterOptions): Parameter<string> => ({ type: 'string', ...options });
export const numberParameter = (options: ParameterOptions): Parameter<NumberValue> => ({ type: 'number', ...options });
/** The same parameter, which also takes null. */
export const orNull = <V>(parameter: Parameter<V>): Parameter<V | null> => ({ ...parameter, allowNull: true });
/** The same parameter, which is also told of what is not known yet. */
export const orUnknown = <V>(parameter: Parameter<V>): Parameter<V | Unknown> => ({ ...parameter, allowUnknown: true });
/** A list of objects, each with all of these texts. */
export const objectsParameter = <N extends string>(
  options: ParameterOptions & { readonly attributes: readonly N[] },
): Parameter<readonly { readonly [A in N]: string | null }[]> => {
  const { attributes, ...rest } = options;
  return { type: ['list', ['object', Object.fromEntries(attributes.map((name) => [name, 'string']))]], ...rest };
};

type Argument<P> = P extends Parameter<infer V> ? V : never;
type Arguments<P extends readonly Parameter[]> = { readonly [I in keyof P]: Argument<P[I]> };

/**
 * A function that configurations call as `provider::random::NAME(…)`. Pure, and called before anything is configured (F3):
 * the same arguments give the same result on every machine.
 */
export interface ProviderFunction {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** Markdown for the reference page. */
  readonly description: string;
  readonly parameters: readonly Parameter[];
  /** Takes any number of further arguments, none included. */
  readonly variadic?: Parameter;
  readonly returns: Type;
  /** Given the arguments of `parameters`, then those of `variadic`. Throws a {@link FunctionError}. */
  readonly call: (...args: Value[]) => Value;
}

/** What is wrong with a call. Terraform puts a full stop behind the text and names the function or the parameter before it. */
export class FunctionError extends Error {
  override readonly name = 'FunctionError';

  constructor(
    text: string,
    /** Place of the argument at fault, from 0; absent when it is about the call as a whole. */
    readonly argument?: number,
  ) {
    super(text);
  }
}

/** Ties a function to its parameters, so that its arguments are typed by them. */
export function defineFunction<const P extends readonly Parameter[], V extends Parameter = never>(
  definition: Omit<ProviderFunction, 'parameters' | 'variadic' | 'call'> & {
    readonly parameters: P;
    readonly variadic?: V;
    readonly call: (...args: [...Arguments<P>, ...Argument<V>[]]) => Value;
  },
): ProviderFunction {
  // Terraform and the decoder check the arguments by the very types that `P` comes from.
  return definition as unknown as ProviderFunction;
}
