import { Diagnostics } from '../diagnostic';
import { conform, NULL_ELEMENT, STILL_UNKNOWN } from '../fit-state-to-schema';
import { FunctionError, type ProviderFunction } from '../function';
import { formatPath } from '../path';
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

/**
 * Calls a function, also before the provider is configured (F3). Does not check the arguments. A result that does not fit the type, and
 * whatever the function throws, are an error in the response. Never throws.
 */
export function callFunction<C>(
  target: Omit<TypeTarget<C>, 'typeName'>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  try {
    const called = getFunction(target.provider.functions ?? [], name);
    const result = called.call(...args);
    const { misfits } = conform({ result }, ['object', { result: called.returns }], null);
    const misfit = misfits.find(({ problem }) => problem !== STILL_UNKNOWN && problem !== NULL_ELEMENT);
    if (!misfit) return { result };
    // A key may be secret.
    const place = formatPath(misfit.path.map((step) => ('key' in step ? { key: '…' } : step)));
    const what = `its ${place} ${misfit.problem.replace(/^it /, '')}`;
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
