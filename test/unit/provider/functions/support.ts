import { FunctionError, type ProviderFunction } from '../../../../framework/function';
import type { Value } from '../../../../framework/values/value';

/** The error that a call is refused with. Throws if the call is not refused. */
export function refusalOf(
  { call }: ProviderFunction,
  ...args: Value[]
): { text: string; argument: number | undefined } {
  try {
    call(...args);
  } catch (error) {
    if (error instanceof FunctionError) return { text: error.message, argument: error.argument };
    throw error;
  }
  throw new Error('the call was not refused');
}
