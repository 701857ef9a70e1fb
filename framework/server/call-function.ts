import { FunctionError, type ProviderFunction } from '../function';
import type { Provider } from '../provider';
import type { CallFunctionRequest, CallFunctionResponse } from './messages';
import { noSuch } from './no-such';

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
  { functions = [] }: Provider<C>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  try {
    return { result: getFunction(functions, name).call(...args) };
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const { message: text, argument } = error;
    return { error: { text, ...(argument !== undefined && { argument }) } };
  }
}
