import { expect, it } from 'vitest';
import type { Action, DataSource, EphemeralResource, ListResource, Provider, Resource } from '../../../framework';
import { mistakesOf } from '../../../framework/definition-mistakes';
import type { Parameter, ProviderFunction } from '../../../framework/function';
import type { Attribute, Schema } from '../../../framework/schema/schema';

/**
 * An object with these options, which have to be all that the type has: it does not compile until an option that is added to the type is here.
 * The options that are not given have the same function for their value.
 */
const all =
  <T>() =>
  <const K extends keyof T>(names: [keyof T] extends [K] ? readonly K[] : never, given: object = {}): object => ({
    ...Object.fromEntries(names.map((name) => [name, run])),
    ...given,
  });

const run = () => undefined;

const attribute = all<Attribute>()(
  [
    ...(['type', 'description', 'required', 'optional', 'computed', 'sensitive', 'writeOnly', 'deprecated'] as const),
    ...(['default', 'unknownAfterImport', 'validators', 'configValidators', 'planModifiers'] as const),
    ...(['meansSame', 'valueType', 'planType'] as const),
  ],
  { type: 'string', required: true, optional: true, validators: [], configValidators: [], planModifiers: [] },
);
const schema = all<Schema>()(['version', 'description', 'attributes'], { version: 0, attributes: { a: attribute } });
const BLOCK = ['typeName', 'schema', 'configValidators', 'validate'] as const;
const block = { typeName: 'thing', schema, configValidators: [] };
const resource = all<Resource<object, unknown>>()(
  [
    ...(['identity', 'mutableIdentity', 'modifyPlan', 'planDestroy', 'create', 'read', 'update', 'delete'] as const),
    ...(['importState', 'movesFrom', 'stateUpgraders'] as const),
    ...BLOCK,
  ],
  { ...block, identity: 'a', movesFrom: {}, stateUpgraders: {} },
);
const dataSource = all<DataSource<object, unknown>>()([...BLOCK, 'read'], block);
const ephemeralResource = all<EphemeralResource<object, unknown>>()([...BLOCK, 'open', 'close'], block);
const listResource = all<ListResource<object, unknown>>()([...BLOCK, 'list'], block);
const action = all<Action<object, unknown>>()([...BLOCK, 'invoke'], block);
const parameter = all<Parameter>()(
  ['name', 'type', 'description', 'allowNull', 'allowUnknown', 'validators', 'valueType'],
  { name: 'a', type: 'string', validators: [] },
);
const providerFunction = all<ProviderFunction>()(
  ['name', 'summary', 'description', 'parameters', 'variadic', 'returns', 'call'],
  { name: 'join', parameters: [parameter], variadic: parameter, returns: 'string' },
);
const provider = all<Provider<unknown>>()(
  [
    ...(['source', 'environmentPrefix', 'resources', 'dataSources', 'ephemeralResources', 'listResources'] as const),
    ...(['actions', 'functions', 'configure', 'describeError', 'isCancellation'] as const),
    ...BLOCK,
  ],
  {
    ...{ ...block, typeName: 'demo', source: 'example/demo', environmentPrefix: 'DEMO_', resources: [resource] },
    ...{ dataSources: [dataSource], ephemeralResources: [ephemeralResource], listResources: [listResource] },
    ...{ actions: [action], functions: [providerFunction] },
  },
);

it('no option that the types have is unknown to the check of definitions', () => {
  const mistakes = [...mistakesOf(provider as never)];

  expect(mistakes.filter((one) => one.includes('has no option'))).toEqual([]);
  expect(mistakes).toContain('resource demo_thing: a is required. Leave out optional, computed and default.');
});
