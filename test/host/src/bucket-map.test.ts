import { Fn, TerraformIterator, TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  type BucketMap,
  type BucketProps,
  CofferTesting,
  EphemeralAccessKey,
  Permission,
  RemovalPolicy,
  RotatingAccessKey,
  Size,
} from '../../../src';
import { block, expr, makeApp, makeStack, onlyResource, resources, synth, synthApp } from './support';

const ITERATOR = TerraformIterator.fromMap({ logs: { size: 1 }, media: { size: 5 } });

const mapIn = (stack: TerraformStack, id = 'Tenant', props: Partial<BucketProps> = {}): BucketMap =>
  Bucket.forEach(stack, id, ITERATOR, { maxSize: Size.gibibytes(1), ...props });

const addressOf = ({ resource }: { readonly resource: Bucket['resource'] }) =>
  `coffer_bucket.${resource.friendlyUniqueId}`;

const show = (stack: TerraformStack, value: unknown): unknown => {
  new TerraformOutput(stack, 'shown', { value });
  return block(stack, 'output', 'shown', 'value');
};

test('has one resource with for_each, at the address of a bucket of that id', () => {
  const before = makeStack();
  new Bucket(before, 'Tenant', { maxSize: Size.gibibytes(1) });
  const stack = makeStack();

  mapIn(stack, 'Tenant', {
    maxSize: Size.bytes(ITERATOR.getNumber('size')),
    description: `of ${ITERATOR.key}`,
    removalPolicy: RemovalPolicy.PROTECT,
    emptyOnDelete: true,
  });

  expect(Object.keys(resources(stack, 'coffer_bucket'))).toEqual(Object.keys(resources(before, 'coffer_bucket')));
  expect(onlyResource(stack, 'coffer_bucket')).toEqual({
    for_each: { logs: { size: 1 }, media: { size: 5 } },
    max_size: expr('each.value.size'),
    description: `of ${expr('each.key')}`,
    force_destroy: true,
    lifecycle: { prevent_destroy: true },
  });
});

test('attributes are maps by key', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);

  const { bucketIds, aliases, endpoints } = buckets;

  const mapOf = (attribute: string) => expr(`{ for key, one in ${addressOf(buckets)} : key => one.${attribute} }`);
  expect(show(stack, { bucketIds, aliases, endpoints, address: buckets.fqn, joined: Fn.keys(aliases) })).toEqual({
    bucketIds: mapOf('id'),
    aliases: mapOf('alias'),
    endpoints: mapOf('endpoint'),
    address: expr(addressOf(buckets)),
    joined: expr(`keys({ for key, one in ${addressOf(buckets)} : key => one.alias })`),
  });
});

test.each<[key: string, index: string]>([
  ['logs', '["logs"]'],
  ['a.b/c', '["a.b/c"]'],
  ['say "hi" \\', '["say \\"hi\\" \\\\"]'],
  ['%{if}', '["%{if}"]'],
])('at(%j) is one of them', (key, index) => {
  const stack = makeStack();
  const buckets = mapIn(stack);

  const { bucketId, alias, endpoint } = buckets.at(key);

  expect(show(stack, [bucketId, alias, endpoint, `s3://${alias}/`, Fn.upper(alias)])).toEqual([
    expr(`${addressOf(buckets)}${index}.id`),
    expr(`${addressOf(buckets)}${index}.alias`),
    expr(`${addressOf(buckets)}${index}.endpoint`),
    `s3://${expr(`${addressOf(buckets)}${index}.alias`)}/`,
    expr(`upper(${addressOf(buckets)}${index}.alias)`),
  ]);
});

test('a key may be a token, and each is the key of the current element', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const variable = new TerraformVariable(stack, 'tenant', { type: 'string' });

  const shown = [variable.stringValue, `a-${variable.stringValue}`, expr('local.tenant')].map((key) => buckets.at(key));

  expect(show(stack, [...shown.map(({ alias }) => alias), buckets.each.alias])).toEqual([
    expr(`${addressOf(buckets)}[var.tenant].alias`),
    expr(`${addressOf(buckets)}[join("", ["a-", var.tenant])].alias`),
    expr(`${addressOf(buckets)}[local.tenant].alias`),
    expr(`${addressOf(buckets)}[each.key].alias`),
  ]);
  expect(buckets.at('logs')).toBe(buckets.at('logs'));
  expect(buckets.each).toBe(buckets.each);
  expect(buckets.at('a/b')).not.toBe(buckets.at('a--b'));
});

const KEYS: Readonly<Record<string, (stack: TerraformStack) => AccessKey | RotatingAccessKey | EphemeralAccessKey>> = {
  AccessKey: (stack) => new AccessKey(stack, 'Key'),
  RotatingAccessKey: (stack) => new RotatingAccessKey(stack, 'Key'),
  EphemeralAccessKey: (stack) => new EphemeralAccessKey(stack, 'Key'),
};

test.each(Object.entries(KEYS))('C2: a grant of the map opens all of its buckets to %s', (_name, make) => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const key = make(stack);

  buckets.grantReadWrite(key);
  buckets.grantReadWrite(key);

  expect(onlyKey(stack)).toMatchObject({
    bucket_ids: expr(`values(${addressOf(buckets)})[*].id`),
    permissions: { read: true, write: true, owner: false },
  });
});

test.each(Object.entries(KEYS))(
  'C8: single buckets and several maps join in one list of %s, in any order',
  (_name, make) => {
    const codes = [0, 1].map((turn) => {
      const stack = makeStack();
      const [tenants, more] = [mapIn(stack), mapIn(stack, 'More')];
      const single = new Bucket(stack, 'Single', { maxSize: Size.bytes(1) });
      const key = make(stack);
      const all = [tenants.grants, more.grants, single.grants, Bucket.fromBucketId(stack, 'Old', 'b-1').grants];
      for (const grants of turn === 0 ? all : all.reverse()) grants.read(key);
      return [onlyKey(stack), [tenants, more, single].map(addressOf)] as const;
    });

    const [[first, addresses], [second]] = codes as [(typeof codes)[0], (typeof codes)[0]];
    const [tenants, more, single] = addresses;
    expect(first).toMatchObject({
      bucket_ids: expr(`concat(["b-1", ${single}.id], values(${more})[*].id, values(${tenants})[*].id)`),
    });
    expect(second).toEqual(first);
  },
);

test('grants say what they opened, by any of their names', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const [read, write, owner, access] = [
    new AccessKey(stack, 'Read'),
    new AccessKey(stack, 'Write'),
    new AccessKey(stack, 'Owner'),
    new BucketAccess(stack, 'Access'),
  ];

  const grants = [
    buckets.grantRead(read),
    buckets.grantWrite(write),
    buckets.grantOwner(owner),
    buckets.grant(access, Permission.READ),
  ];

  expect(grants.map(({ permission }) => `${permission}`)).toEqual(['read', 'write', 'owner', 'read']);
  expect(grants.map(({ bucket }) => bucket.node.path)).toEqual(Array(4).fill('app/Tenant'));
  expect(show(stack, grants[0]?.bucket.bucketId)).toBe(expr(`values(${addressOf(buckets)})[*].id`));
});

test('one bucket of a map, and the current one, are opened like any other', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const writer = new AccessKey(stack, 'Writer');
  buckets.at('logs').grantWrite(writer);
  const own = new RotatingAccessKey(stack, 'Own', { dependsOn: [buckets, buckets.at('media')] });
  own.resource.forEach = ITERATOR;
  buckets.each.grantOwner(own);

  expect(onlyResource(stack, 'coffer_access_key')).toMatchObject({
    bucket_ids: [expr(`${addressOf(buckets)}["logs"].id`)],
    permissions: { write: true },
  });
  expect(onlyResource(stack, 'coffer_rotating_access_key')).toMatchObject({
    for_each: { logs: { size: 1 }, media: { size: 5 } },
    bucket_ids: [expr(`${addressOf(buckets)}[each.key].id`)],
    depends_on: [addressOf(buckets), addressOf(buckets)],
  });
});

test('C2: a wider permission on one bucket of a map than on all of them is an error that names both', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const key = new AccessKey(stack, 'Key');
  buckets.grantRead(key);

  buckets.at('logs').grantWrite(key);

  expect(() => synth(stack)).toThrow('read on "app/Tenant" (grant); write on "app/Tenant/[logs]" (grant)');
});

test('C12: the declared permission limits the grant of a map', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key', { permission: Permission.READ });

  mapIn(stack).grantOwner(key);

  expect(() => synth(stack)).toThrow('but a grant of bucket "app/Tenant" asks for owner');
});

test('C8: buckets of a map that the program takes from the key are an error', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Key');
  mapIn(stack).grantRead(key);

  key.resource.bucketIds = ['b-1'];

  expect(() => synth(stack)).toThrow('AccessKey "app/Key" was opened "app/Tenant", but "bucketIds" of its resource');
});

test('a key that opens a map has an environment of each of its buckets, and one that opens one has no other', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const [all, one] = [new AccessKey(stack, 'All'), new AccessKey(stack, 'One')];
  buckets.grantRead(all);
  buckets.at('logs').grantRead(one);

  const environment = buckets.at('logs').environment(all);
  buckets.at('logs').environment(one);

  expect(show(stack, environment.S3_BUCKET)).toBe(expr(`${addressOf(buckets)}["logs"].alias`));
  expect(CofferTesting.hasGrant(all, buckets.at('logs'), Permission.READ)).toBe(true);
  expect(CofferTesting.hasGrant(one, buckets.at('media'), Permission.READ)).toBe(false);
  buckets.at('media').environment(one);
  expect(() => synth(stack)).toThrow(
    '"environment" of bucket "app/Tenant/[media]" was asked for AccessKey "app/One", which does not open it',
  );
});

test('another stack has them by the map of an attribute, whatever their keys are', () => {
  const app = makeApp();
  const service = makeStack(app, 'service');
  const buckets = mapIn(service);
  const web = makeStack(app, 'web');
  const key = new AccessKey(web, 'Key');
  buckets.grantRead(key);
  const variable = new TerraformVariable(web, 'tenant', { type: 'string' });
  const keys = ['logs', 'a.b', 'a_b', 'say "hi"', variable.stringValue];
  new TerraformOutput(web, 'some', { value: keys.map((each) => buckets.at(each).alias) });
  new TerraformOutput(web, 'all', { value: buckets.aliases });

  const { service: ours = '', web: theirs = '' } = synthApp(app);

  const { output } = JSON.parse(ours) as { output: Record<string, { value: unknown }> };
  const values = Object.fromEntries(Object.entries(output).map(([name, { value }]) => [name, value]));
  const mapOf = (attribute: string) => expr(`{ for key, one in ${addressOf(buckets)} : key => one.${attribute} }`);
  const nameOf = (value: string) => Object.keys(values).find((name) => values[name] === value);
  expect(Object.values(values).sort()).toEqual([expr(`values(${addressOf(buckets)})[*].id`), mapOf('alias')].sort());
  const remote = 'data.terraform_remote_state.cross-stack-reference-input-service.outputs';
  const aliases = `${remote}.${nameOf(mapOf('alias'))}`;
  const code = JSON.parse(theirs) as { output: Record<string, unknown>; resource: Record<string, unknown> };
  expect(code.output).toMatchObject({
    some: {
      value: ['["logs"]', '["a.b"]', '["a_b"]', '["say \\"hi\\""]', '[var.tenant]'].map((at) =>
        expr(`${aliases}${at}`),
      ),
    },
    all: { value: expr(aliases) },
  });
  expect(Object.values(code.resource.coffer_access_key as object)[0]).toMatchObject({
    bucket_ids: expr(`${remote}.${nameOf(expr(`values(${addressOf(buckets)})[*].id`))}`),
  });
});

test('a set, a complex list and the resources of another map may be what it is for', () => {
  const stack = makeStack();
  const list = new TerraformVariable(stack, 'list', { type: 'list(object({ name = string }))' });
  const tenants = mapIn(stack);

  Bucket.forEach(stack, 'Set', TerraformIterator.fromList(['a', 'b']), { maxSize: Size.bytes(1) });
  Bucket.forEach(stack, 'Complex', TerraformIterator.fromComplexList(list.value, 'name'), { maxSize: Size.bytes(1) });
  const backups = Bucket.forEach(stack, 'Backup', TerraformIterator.fromResources(tenants.resource), {
    maxSize: Size.bytes(1),
    description: `of ${tenants.each.alias}`,
  });

  const made = resources(stack, 'coffer_bucket');
  const forEachOf = (id: string) => Object.entries(made).find(([name]) => name.startsWith(id))?.[1].for_each;
  expect(forEachOf('Set')).toBe(expr('toset(["a", "b"])'));
  expect(forEachOf('Complex')).toBe(expr('{ for key, val in var.list: val.name => val }'));
  expect(made[backups.resource.friendlyUniqueId]).toMatchObject({
    for_each: expr(addressOf(tenants)),
    description: `of ${expr(`${addressOf(tenants)}[each.key].alias`)}`,
  });
});

function onlyKey(stack: TerraformStack): Record<string, unknown> {
  const { resource = {}, ephemeral = {} } = JSON.parse(synth(stack)) as Record<
    string,
    Record<string, Record<string, object>>
  >;
  const keys = [resource.coffer_access_key, resource.coffer_rotating_access_key, ephemeral.coffer_access_key];
  const [only] = keys.flatMap((blocks) => Object.values(blocks ?? {}));
  return (only ?? {}) as Record<string, unknown>;
}

test('a key is what an iterator over a list calls it, which has no type; anything else that is no text is an error', () => {
  const stack = makeStack();
  const list = TerraformIterator.fromList(['logs', 'media']);
  const buckets = Bucket.forEach(stack, 'Tenant', list, { maxSize: Size.gibibytes(1) });
  const key = new AccessKey(stack, 'Key');
  key.resource.forEach = list;
  buckets.at(list.key).grantRead(key);
  buckets.at(list.value).grantRead(key);

  expect(onlyResource(stack, 'coffer_access_key').bucket_ids).toEqual([
    expr(`${addressOf(buckets)}[each.key].id`),
    expr(`${addressOf(buckets)}[each.value].id`),
  ]);
  expect(() => buckets.at(1 as never)).toThrow('"key" must be text or a token, got a number');
  expect(() => buckets.at(undefined as never)).toThrow('"key" must be text or a token, got a undefined');
});
