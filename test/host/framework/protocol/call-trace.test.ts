import { describe, expect, it } from 'vitest';
import type { LogLevel } from '../../../../framework/log';
import { fieldsOfCall, traceCall } from '../../../../framework/protocol/call-trace';
import { providerMethods } from '../../../../framework/protocol/server';
import type { Environment } from '../../../../framework/provider';
import { createProviderServer } from '../../../../framework/server/provider-server';
import { CANARY, fakeProvider } from './support/fake-provider';
import { openClient, startGrpcServer } from './support/grpc';
import { configure, create, getProviderSchema } from './support/rpc';

interface Line {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, string>>;
}

async function start(logLevel: LogLevel | undefined) {
  const lines: Line[] = [];
  let now = 0;
  const environment: Environment = {
    env: {},
    now: () => (now += 5),
    random: () => 0,
    sleep: async () => {},
    log: (level, message, fields = {}) => lines.push({ level, message, fields: { ...fieldsOfCall(), ...fields } }),
    logLevel,
  };
  const server = createProviderServer(fakeProvider, environment);
  const methods = new Map(providerMethods(server, environment));
  const client = openClient(await startGrpcServer({ connect: () => ({ methods, close() {} }) }));
  return { client, lines, served: () => lines.filter(({ message }) => message === 'Served request') };
}

describe.each(['debug', 'trace'] as const)('at %s', (level) => {
  it('each call is one line with its type, its duration, an id and the number of its diagnostics', async () => {
    const { client, served } = await start(level);

    await getProviderSchema(client);
    await configure(client, 'canary-token');
    await create(client, 'a');
    await create(client, 'boom');

    const common = { tf_req_id: expect.stringMatching(/^[0-9a-f-]{36}$/), tf_req_duration_ms: expect.any(String) };
    const none = { diagnostic_error_count: '0', diagnostic_warning_count: '0' };
    const thing = { tf_rpc: 'ApplyResourceChange', tf_resource_type: 'fake_thing' };
    expect(served()).toEqual([
      { level: 'debug', message: 'Served request', fields: { ...common, ...none, tf_rpc: 'GetProviderSchema' } },
      { level: 'debug', message: 'Served request', fields: { ...common, ...none, tf_rpc: 'ConfigureProvider' } },
      { level: 'debug', message: 'Served request', fields: { ...common, ...none, ...thing } },
      {
        level: 'debug',
        message: 'Served request',
        fields: { ...common, ...none, ...thing, diagnostic_error_count: '1' },
      },
    ]);
    expect(new Set(served().map(({ fields }) => fields.tf_req_id)).size).toBe(4);
    expect(JSON.stringify(served())).not.toMatch(new RegExp(`canary|${CANARY}`));
  });

  it('log lines during a call name the call', async () => {
    const { client, lines, served } = await start(level);

    await configure(client, 'token');

    const [configured] = lines.filter(({ message }) => message === 'configured');
    expect(configured?.fields).toEqual({
      size: '12',
      tf_rpc: 'ConfigureProvider',
      tf_req_id: served()[0]?.fields.tf_req_id,
    });
  });
});

it.each(['info', 'error', undefined] as const)('at %s there is no line for a call', async (level) => {
  const { client, served } = await start(level);

  await configure(client, 'token');

  expect(served()).toEqual([]);
});

/** The fields of the line of one call. */
function traced(rpc: string, request: object, messages: readonly object[] = []): Line['fields'] {
  const lines: Line['fields'][] = [];
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
  ['ValidateDataResourceConfig', { typeName: 't' }, { tf_data_source_type: 't' }],
  ['OpenEphemeralResource', { typeName: 't' }, { tf_ephemeral_resource_type: 't' }],
  ['ListResource', { typeName: 't' }, { tf_list_resource_type: 't' }],
  ['PlanAction', { actionType: 't' }, { tf_action_type: 't' }],
  ['CallFunction', { name: 't' }, { tf_function_name: 't' }],
  ['MoveResourceState', { targetTypeName: 't' }, { tf_resource_type: 't' }],
  ['ReadResource', { typeName: 't', name: 'n' }, { tf_resource_type: 't' }],
  ['GetMetadata', {}, {}],
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

it('nothing outside of a call has fields of one', () => {
  expect(fieldsOfCall()).toEqual({});
});
