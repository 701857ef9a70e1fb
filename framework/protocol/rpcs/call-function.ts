import { printable, shortened, textOf } from '../../failure';
import type { ProviderFunction } from '../../function';
import { getFunction } from '../../server/call-function';
import { fromDynamicValue } from '../from-wire';
import { CallFunction_Request, CallFunction_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDynamicValue } from '../to-wire';

/**
 * Calls a function. Every failure is one text and no diagnostic, with the index of the argument at fault (from 0), if it is known: not for one that
 * cannot be decoded, which no host sends.
 */
export const callFunction = defineRpc({
  name: 'CallFunction',
  request: CallFunction_Request,
  response: CallFunction_Response,
  handle: (server, { name, arguments: wire }) => {
    const called = getFunction(server.functions, name);
    const args = wire.map((argument, i) => fromDynamicValue(argument, parameterAt(called, i).type));
    const outcome = server.callFunction({ name, arguments: args });
    if (!outcome.error) return { result: toDynamicValue(outcome.result, called.returns) };
    const { text, argument } = outcome.error;
    return {
      error: { text: toText(text), functionArgument: argument === undefined ? undefined : BigInt(argument) },
    };
  },
  failed: ([diagnostic]) => ({ error: { text: toText(diagnostic?.detail ?? '') } }),
});

/** The text without its full stop, which Terraform adds. */
const toText = (text: string) => shortened(printable(textOf(text))).replace(/\.$/, '');

function parameterAt({ name, parameters, variadic }: ProviderFunction, index: number) {
  const parameter = parameters[index] ?? variadic;
  if (!parameter) throw new RangeError(`${name} takes ${parameters.length} arguments`);
  return parameter;
}
