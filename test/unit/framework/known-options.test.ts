import { expect, it } from 'vitest';
import type { Action, DataSource, EphemeralResource, ListResource, Provider, Resource } from '../../../framework';
import { mistakesOf } from '../../../framework/definition-mistakes';
import type { Parameter, ProviderFunction } from '../../../framework/function';
import type { Attribute, Schema } from '../../../framework/schema/schema';

/** A value for each option of a type: it does not compile until an option that is added to the type is here. */
type Every<T> = { readonly [N in keyof T]-?: unknown };

const run = () => undefined;

const attribute: Every<Attribute> = {
  type: 'string',
  description: '',
  required: true,
  optional: true,
  computed: true,
  sensitive: true,
  writeOnly: true,
  deprecated: '',
  default: '',
  unknownAfterImport: true,
  validators: [],
  configValidators: [],
  planModifiers: [],
  meansSame: run,
  valueType: '',
  planType: '',
};
const schema: Every<Schema> = { version: 0, description: '', attributes: { a: attribute } };
const block = { typeName: 'thing', schema, configValidators: [], validate: run };
const resource: Every<Resource<object, unknown>> = {
  ...block,
  identity: 'a',
  mutableIdentity: true,
  modifyPlan: run,
  planDestroy: run,
  create: run,
  read: run,
  update: run,
  delete: run,
  importState: run,
  movesFrom: {},
  stateUpgraders: {},
};
const dataSource: Every<DataSource<object, unknown>> = { ...block, read: run };
const ephemeralResource: Every<EphemeralResource<object, unknown>> = { ...block, open: run, close: run };
const listResource: Every<ListResource<object, unknown>> = { ...block, list: run };
const action: Every<Action<object, unknown>> = { ...block, invoke: run };
const parameter: Every<Parameter> = {
  name: 'a',
  type: 'string',
  description: '',
  allowNull: true,
  allowUnknown: true,
  validators: [],
  valueType: '',
};
const providerFunction: Every<ProviderFunction> = {
  name: 'join',
  summary: '',
  description: '',
  parameters: [parameter],
  variadic: parameter,
  returns: 'string',
  call: run,
};
const provider: Every<Provider<unknown>> = {
  ...block,
  typeName: 'demo',
  source: 'example/demo',
  environmentPrefix: 'DEMO_',
  resources: [resource],
  dataSources: [dataSource],
  ephemeralResources: [ephemeralResource],
  listResources: [listResource],
  actions: [action],
  functions: [providerFunction],
  configure: run,
  describeError: run,
  isCancellation: run,
};

it('no option that the types have is unknown to the check of definitions', () => {
  const mistakes = [...mistakesOf(provider as never)];

  expect(mistakes.filter((one) => one.includes('has no option'))).toEqual([]);
  expect(mistakes).toContain('resource demo_thing: a is required. Leave out optional, computed and default.');
});
