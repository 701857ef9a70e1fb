import { expect, it } from 'vitest';
import { DiagnosticError, defineResource, string, UNKNOWN } from '../../../../framework';
import { describeFailure, unexpected } from '../../../../framework/protocol/failure-diagnostics';
import { ValueError } from '../../../../framework/protocol/value/place';
import { type Kind, noSuch } from '../../../../framework/server/no-such';
import { computed, required, schemaOf } from '../../../unit/framework/definitions';
import { configured, NO_BYTES, serve, serving } from '../demo-server';

const BUG = 'This is a bug in the provider: please report it.';

/* The words for what the server refuses, whole: each says what, why and what to do. */

const AS_JSON =
  'It was edited by hand, or written by a newer provider. Use that version; or take the state back from a backup; or remove this object from it (terraform state rm) and import it again.';

it.each<[what: string, version: bigint, json: string | undefined, summary: string, detail: string]>([
  [
    'from before Terraform 0.12',
    1n,
    undefined,
    'State too old',
    'The state of this demo_thing was written before Terraform 0.12. Remove it from state (terraform state rm) and import it again.',
  ],
  [
    'that is cut off',
    1n,
    '{"name":',
    'State not readable',
    `The stored state of this demo_thing cannot be used: it is not JSON. ${AS_JSON}`,
  ],
  [
    'that is no object',
    1n,
    '[]',
    'State not readable',
    `The stored state of this demo_thing cannot be used: state is not an object. ${AS_JSON}`,
  ],
])('a stored state %s is refused', (_what, version, json, summary, detail) => {
  const { state, diagnostics } = serve().upgradeResourceState({ typeName: 'demo_thing', version, json });

  expect([state, diagnostics]).toEqual([undefined, [{ severity: 'error', summary, detail }]]);
});

it('a stored state of a version without a way is refused', () => {
  const server = serve({ stateUpgraders: {} });

  expect(server.upgradeResourceState({ typeName: 'demo_thing', version: 0n, json: '{}' })).toEqual({
    state: undefined,
    diagnostics: [
      {
        severity: 'error',
        summary: 'State too old',
        detail:
          'The state of this demo_thing has version 0, and this provider reads version 1 and has no way from there. Apply once with a ' +
          'version of the provider between the two, or remove the object from state (terraform state rm) and import it again.',
      },
    ],
  });
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
    typeName: 'demo_thing',
    sourceTypeName: 'other_thing',
    sourceProvider: 'registry.terraform.io/example/other',
    sourceVersion: 0n,
    json: '{}',
    private: NO_BYTES,
  };

  expect(serve().moveResourceState(request)).toEqual({
    moved: undefined,
    diagnostics: [
      {
        severity: 'error',
        summary: 'Cannot move between resource types',
        detail:
          'A resource other_thing of registry.terraform.io/example/other cannot become a resource demo_thing: their states have too little in common. To hand ' +
          'over an object that exists, take the moved block out, give up the other_thing with a removed block (destroy = false), and import ' +
          'the object into the demo_thing with an import block.',
      },
    ],
  });
});

it.each<[kind: Kind, title: string]>([
  ['resource type', 'Resource Type'],
  ['data source type', 'Data Source Type'],
  ['ephemeral resource type', 'Ephemeral Resource Type'],
  ['list resource type', 'List Resource Type'],
  ['action type', 'Action Type'],
  ['function', 'Function'],
])('the provider has no such %s', (kind, title) => {
  const end =
    'If a newer version has it, raise the version in required_providers and run terraform init -upgrade; otherwise correct the name.';
  const says = `This version of the provider has no ${kind} "a".`;

  expect(noSuch(kind, 'a', ['d', 'b', 'c'])).toMatchObject({
    summary: `${title} Not Found`,
    detail: `${says} It has: b, c, d. ${end}`,
  });
  expect(noSuch(kind, 'a', [])).toMatchObject({ detail: `${says} It has none. ${end}` });
});

it.each([{ name: UNKNOWN }, null])('an action does not run with the configuration %j', async (config) => {
  const server = await configured();
  const events: unknown[] = [];
  const request = { typeName: 'demo_act', config };

  for await (const event of server.invokeAction(request, new AbortController().signal)) events.push(event);

  expect(events).toEqual([
    {
      completed: [
        {
          severity: 'error',
          summary: 'Configuration not known',
          detail:
            'demo_act was to run with a configuration that is not wholly known, so nothing was done. Run it once everything it refers to exists.',
        },
      ],
    },
  ]);
});

/** The diagnostics of an import of a resource with this identity. */
async function importing(identity: string | readonly string[] | undefined, named: object, handlers: object = {}) {
  const thing = defineResource({
    typeName: 'thing',
    ...(identity && { identity }),
    schema: schemaOf({ zone: string(required), code: string(computed) }),
    create: async () => ({ zone: 'z', code: 'c' }),
    read: async ({ state }: { readonly state: object }) => state,
    delete: async () => undefined,
    ...handlers,
  } as never);
  const server = await serving({ resources: [thing] });
  const request = { typeName: 'demo_thing', id: '', identity: null, ...named };
  const { imported, diagnostics } = await server.importResourceState(request as never);
  return { imported, told: diagnostics.map(({ summary, detail }) => [summary, detail]) };
}

const other = { importState: async () => ({ zone: 'other', code: 'other' }) };

it.each<[identity: string | readonly string[] | undefined, named: object, handlers: object, told: string[]]>([
  [
    undefined,
    { id: 'x' },
    {},
    [
      'Resource Import Not Implemented',
      'This resource has no identity by which an object could be imported. Write what exists anew, or ask the developers of the provider for it.',
    ],
  ],
  [
    ['zone', 'code'],
    { id: 'x' },
    {},
    [
      'Resource Import Not Implemented',
      'This resource is imported by its identity (zone, code): give the import block identity = { … } in place of id.',
    ],
  ],
  [
    'code',
    { id: '' },
    {},
    ['Invalid import id', 'It is empty, so it names no object: give the id, or the identity, of one that exists.'],
  ],
  [
    'code',
    { identity: { code: 'x' } },
    other,
    [
      'No such identity',
      '"x" in identity is not the exact id of an object, and an identity must be one. To name the object in another way, give the import block id = "x" instead of identity.',
    ],
  ],
  [
    ['zone', 'code'],
    { identity: { zone: 'z', code: 'x' } },
    other,
    [
      'No such identity',
      '{"zone":"z","code":"x"} in identity is not the exact identity of an object, and an identity must be one. Check it.',
    ],
  ],
])('an import by %j of %j is refused', async (identity, named, handlers, told) => {
  expect(await importing(identity, named, handlers)).toEqual({ imported: undefined, told: [told] });
});

it('an exception in a call is a bug, and its message is not told', () => {
  const detail = (reason: string) =>
    `ReadResource failed (${reason}). ${BUG} The place in its code is logged with TF_LOG=debug.`;
  const diagnostic = { severity: 'error', summary: 'Unexpected error in the provider' };

  expect(describeFailure(new RangeError('canary'), 'ReadResource')).toEqual({
    ...diagnostic,
    detail: detail('RangeError'),
  });
  expect(describeFailure(new ValueError('tags["canary"].a["b\\"c"]: a bool is required'), 'ReadResource')).toEqual({
    ...diagnostic,
    detail: detail('ValueError: tags["…"].a["…"]: a bool is required'),
  });
  expect(describeFailure(new DiagnosticError('Bad', 'It is bad.'), 'ReadResource')).toEqual({
    severity: 'error',
    summary: 'Bad',
    detail: 'It is bad.',
  });
});

it.each([
  [new RangeError('canary'), 'RangeError'],
  [new DiagnosticError('Bad', 'It is bad.'), 'It is bad.'],
])('an exception that nothing caught ends what is under way: %s', (error, reason) => {
  expect(unexpected(error)).toMatchObject({
    summary: 'Unexpected error in the provider',
    detail:
      `An exception that nothing caught (${reason}) may have left an operation without an end, so every one under way was told to end. ${BUG} ` +
      'The place in its code is logged with TF_LOG=error.',
  });
});
