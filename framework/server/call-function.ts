import { Diagnostics } from '../diagnostic';
import { FunctionError, type ProviderFunction } from '../function';
import type { CallFunctionRequest, CallFunctionResponse } from './messages';
import { noSuch } from './no-such';
import { reportError, type TypeTarget } from './operation';

/** The function with this name. Throws a DiagnosticError if there is none. */
export function getFunction(functions: readonly ProviderFunction[], name: string): ProviderFunction {
  const found = functions.find((one) => one.name === name);
  if (found) return found;
  throw noSuch(
    'function',
    name,
    functions.map((one) => one.name),
  );
}

/** Calls a function. Needs no configuration (F3). An error of the call is in the response, not thrown. */
export function callFunction<C>(
  target: Omit<TypeTarget<C>, 'typeName'>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  try {
    return { result: getFunction(target.provider.functions ?? [], name).call(...args) };
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
