import { FunctionError } from '../function';
import type { Provider } from '../provider';
import type { CallFunctionRequest, CallFunctionResponse } from './messages';

/** Calls a function. Needs no configuration (P19); what is wrong with the call is a response, not an exception. */
export function callFunction<C>(
  { functions = [] }: Provider<C>,
  { name, arguments: args }: CallFunctionRequest,
): CallFunctionResponse {
  const called = functions.find((one) => one.name === name);
  if (!called) throw new RangeError(`the provider has no function ${JSON.stringify(name)}`);
  try {
    return { result: called.call(...args) };
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const { message: text, argument } = error;
    return { error: { text, ...(argument !== undefined && { argument }) } };
  }
}
