import { expect, it } from 'vitest';
import { traceCall } from '../../../../framework/protocol/call-trace';
import type { Environment } from '../../../../framework/provider';

type Fields = Readonly<Record<string, string>>;

/** The fields of the line of one call. */
function traced(rpc: string, request: object, messages: readonly object[] = []): Fields {
  const lines: Fields[] = [];
  const clock = [1_000, 1_002.6].values();
  const environment: Environment = {
    env: {},
    now: () => clock.next().value ?? 0,
    random: () => 0,
    sleep: async () => {},
    log: (_level, _message, fields = {}) => lines.push(fields),
    logLevel: 'debug',
  };
  const trace = traceCall(environment, rpc, request);
  for (const message of messages) trace.sent(message);
  trace.end();
  const [{ tf_req_id: _, ...fields } = {}] = lines;
  return fields;
}

it.each([
  ['ReadDataSource', { typeName: 't' }, { tf_data_source_type: 't' }],
  ['OpenEphemeralResource', { typeName: 't' }, { tf_ephemeral_resource_type: 't' }],
  ['ListResource', { typeName: 't' }, { tf_list_resource_type: 't' }],
  ['PlanAction', { actionType: 't' }, { tf_action_type: 't' }],
  ['CallFunction', { name: 't' }, { tf_function_name: 't' }],
  ['MoveResourceState', { targetTypeName: 't' }, { tf_resource_type: 't' }],
])('the line of %s names its type', (rpc, request, type) => {
  expect(traced(rpc, request)).toEqual({
    tf_rpc: rpc,
    ...type,
    tf_req_duration_ms: '3',
    diagnostic_error_count: '0',
    diagnostic_warning_count: '0',
  });
});

it.each([
  [[{ diagnostics: [1, 2, 2, 0].map((severity) => ({ severity })) }], 1, 2],
  [[{ diagnostics: [{ severity: 1 }] }, { diagnostics: [{ severity: 1 }] }], 2, 0],
  [[{ diagnostic: [{ severity: 2 }] }], 0, 1],
  [[{ error: { text: 'x' } }, { error: undefined }], 1, 0],
  [[{ type: { value: { diagnostics: [{ severity: 2 }] } } }, { type: {} }], 0, 1],
])('the line counts the diagnostics of %j: %i errors and %i warnings', (messages, errors, warnings) => {
  expect(traced('X', {}, messages)).toMatchObject({
    diagnostic_error_count: `${errors}`,
    diagnostic_warning_count: `${warnings}`,
  });
});
