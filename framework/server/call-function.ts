import { Diagnostics } from '../diagnostic';
import { fromDoubles, toDoubles } from '../doubles';
import { conform, NULL_ELEMENT, STILL_UNKNOWN } from '../fit-state-to-schema';
import { FunctionError, type ProviderFunction } from '../function';
import { formatPath } from '../path';
import type { Type } from '../type';
import type { Value } from '../value';
import type { CallFunctionRequest, CallFunctionResponse } from './messages';
import { noSuch } from './no-such';
import { reportError, type TypeTarget } from './operation';

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

/** Calls a function, even before the provider is configured (F3). What does not fit its type, or is thrown, is in the response. Never throws. */
export function callFunction<C>(
  target: Omit<TypeTarget<C>, 'typeName'>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  try {
    const called = getFunction(target.provider.functions ?? [], name);
    const handed: Value[] = [];
    for (const [index, argument] of args.entries()) {
      const type = (called.parameters[index] ?? called.variadic)?.type;
      handed.push(type ? toDoubles(argument, type) : argument);
      const wrong = type && misfitOf('value', argument, type);
      if (wrong) throw new FunctionError(wrong, index);
    }
    const result = called.call(...handed);
    const what = misfitOf('result', result, called.returns);
    if (!what) return { result: fromDoubles(result, called.returns, ...args) };
    throw new FunctionError(
      `${name} does not keep its type: ${what}. This is a bug in the provider: please report it.`,
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
