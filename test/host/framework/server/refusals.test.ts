import { expect, it } from 'vitest';
import { DiagnosticError, UNKNOWN } from '../../../../framework';
import { describeFailure, unexpected } from '../../../../framework/protocol/failure-diagnostics';
import { ValueError } from '../../../../framework/protocol/value/place';
import { configured, NO_BYTES, serve } from '../demo-server';

const BUG = 'This is a bug in the provider: please report it.';

/** What the server refuses says why, and what to do. */
const refused = (summary: string, ...words: string[]) => [
  { severity: 'error', summary, detail: expect.stringMatching(new RegExp(words.join('.*'))) },
];

it.each<[what: string, version: bigint, handlers: object, words: string]>([
  ['from before Terraform 0.12', 1n, {}, 'before Terraform 0.12'],
  ['of a version without a way', 0n, { stateUpgraders: {} }, 'has version 0, and this provider reads version 1'],
])('a stored state %s is refused', (_what, version, handlers, words) => {
  const json = version === 1n ? undefined : '{}';
  const { state, diagnostics } = serve(handlers).upgradeResourceState({ typeName: 'demo_thing', version, json });

  expect(state).toBeUndefined();
  expect(diagnostics).toMatchObject(refused('State too old', 'demo_thing', words, 'terraform state rm'));
});

it.each(['1', '2'])('a stored state of version %s is read as it is', (version) => {
  const json = JSON.stringify({ name: 'x', id: '1', more: 1 });

  expect(serve().upgradeResourceState({ typeName: 'demo_thing', version: BigInt(version), json })).toEqual({
    state: { name: 'x', secret_wo: null, id: '1' },
    diagnostics: [],
  });
});

it('an object cannot become one of another type without a way', () => {
  const request = {
    ...{ typeName: 'demo_thing', sourceTypeName: 'other_thing', sourceVersion: 0n },
    ...{ sourceProvider: 'registry.terraform.io/example/other', json: '{}', private: NO_BYTES },
  };

  const { moved, diagnostics } = serve().moveResourceState(request);

  expect(moved).toBeUndefined();
  expect(diagnostics).toMatchObject(
    refused('Cannot move between resource types', 'other_thing', 'demo_thing', 'removed block', 'import block'),
  );
});

it.each([{ name: UNKNOWN }, null])('an action does not run with the configuration %j', async (config) => {
  const server = await configured();
  const events: unknown[] = [];
  const request = { typeName: 'demo_act', config };

  for await (const event of server.invokeAction(request, new AbortController().signal)) events.push(event);

  expect(events).toMatchObject([{ completed: refused('Configuration not known', 'demo_act', 'nothing was done') }]);
});
it('an exception in a call is a bug, and its message is not told', () => {
  const detail = (reason: string) => expect.stringContaining(`ReadResource failed (${reason}). ${BUG}`);
  const diagnostic = { severity: 'error', summary: 'Unexpected error in the provider' };

  expect(describeFailure(new RangeError('canary'), 'ReadResource')).toEqual({
    ...diagnostic,
    detail: detail('RangeError'),
  });
  expect(describeFailure(new ValueError('tags["canary"].a["b\\"c"]: a bool is required'), 'ReadResource')).toEqual({
    ...diagnostic,
    detail: detail('ValueError: tags["…"].a["…"]: a bool is required'),
  });
});

it.each([
  [new RangeError('canary'), 'RangeError'],
  [new DiagnosticError('Bad', 'It is bad.'), 'It is bad.'],
])('an exception that nothing caught ends what is under way: %s', (error, reason) => {
  expect(unexpected(error).detail).toContain(`An exception that nothing caught (${reason})`);
});
