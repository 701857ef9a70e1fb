import { Diagnostics, requireSynchronous } from '../diagnostic';
import { FunctionError, type Parameter, type ProviderFunction } from '../function';
import { conform, NULL_ELEMENT, STILL_UNKNOWN } from '../schema/fit-state-to-schema';
import { fromDoubles, toDoubles } from '../values/doubles';
import { formatPath, path } from '../values/path';
import { gotOf } from '../values/quote-value';
import type { Type } from '../values/type';
import { isWhollyKnown, type Value } from '../values/value';
import { noSuch } from './no-such';
import { reportError, type TypeTarget } from './operation';

export interface CallFunctionRequest {
  /** Without the provider's name. */
  readonly name: string;
  /** Those of `parameters`, then those of `variadic`. */
  readonly arguments: readonly Value[];
}

/** Either the result or the error of a function call. `argument`: index in `arguments` of the one at fault, from 0; absent for the whole call. */
export type CallFunctionResponse =
  | { readonly result: Value; readonly error?: never }
  | { readonly error: { readonly text: string; readonly argument?: number } };

/** The function with this name, without the provider's. Throws a DiagnosticError if there is none. */
export function getFunction(functions: readonly ProviderFunction[], name: string): ProviderFunction {
  const found = functions.find((one) => one.name === name);
  if (found) return found;
  throw noSuch(
    'function',
    name,
    functions.map((one) => one.name),
  );
}

/** The misfit of a value, by this name, which may be unknown or have null elements; undefined if there is none. */
function misfitOf(name: string, value: Value, type: Type): string | undefined {
  const { misfits } = conform({ [name]: value }, ['object', { [name]: type }], null);
  const misfit = misfits.find(({ problem }) => problem !== STILL_UNKNOWN && problem !== NULL_ELEMENT);
  // A key may be secret.
  const place = formatPath(misfit?.path.map((step) => ('key' in step ? { key: '…' } : step)) ?? []);
  return misfit && `its ${place} ${misfit.problem.replace(/^it /, '')}`;
}

/** What the validators find in an argument, without the full stop that Terraform adds; undefined for nothing. Quotes nothing: it may be secret. */
function faultIn(argument: Value, { name, validators = [] }: Parameter): string | undefined {
  if (argument === null || !isWhollyKnown(argument)) return undefined;
  const found = new Diagnostics();
  for (const validate of validators)
    requireSynchronous(validate(argument as never, path(name), found, gotOf(true)), `A validator of ${name}`);
  const details = found.all.filter(({ severity }) => severity === 'error').map(({ detail }) => detail);
  return details.length > 0 ? details.join(' ').replace(/\.$/, '') : undefined;
}

/** Calls a function, even before the provider is configured (F3). What does not fit its type, or is thrown, is in the response. Never throws. */
export function callFunction<C>(
  target: Omit<TypeTarget<C>, 'typeName'>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  try {
    const called = getFunction(target.provider.functions ?? [], name);
    const handed: Value[] = [];
    for (const [index, argument] of args.entries()) {
      const parameter = called.parameters[index] ?? called.variadic;
      const given = parameter ? toDoubles(argument, parameter.type) : argument;
      handed.push(given);
      const wrong = parameter && (misfitOf('value', argument, parameter.type) ?? faultIn(given, parameter));
      if (wrong) throw new FunctionError(wrong, index);
    }
    const result = called.call(...handed);
    const what = misfitOf('result', result, called.returns);
    if (!what) return { result: fromDoubles(result, called.returns, ...args) };
    throw new FunctionError(
      `${name} returned what does not fit its type: ${what}. This is a bug in the provider: please report it.`,
    );
  } catch (error) {
    if (error instanceof FunctionError) {
      const { message: text, argument = -1 } = error;
      // Terraform crashes at an index that no argument has.
      return { error: { text, ...(args[argument] !== undefined && { argument }) } };
    }
    const diagnostics = new Diagnostics();
    reportError({ ...target, typeName: name }, diagnostics, error, 'call');
    return { error: { text: diagnostics.all.map(({ detail }) => detail).join(' ') } };
  }
}
