import { Fn, TerraformIterator, TerraformOutput, type TerraformStack, TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  type BucketMap,
  type BucketProps,
  CofferTesting,
  Permission,
  RemovalPolicy,
  Size,
} from '../../../src';
import { block, bucketIn, expr, makeStack, onlyResource, resources, synth } from './support';

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

test('C13: a key is text, even where it looks like a template of Terraform', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);

  expect(
    show(
      stack,
      ['logs', 'a.b/c', 'say "hi" \\', '%{if} \\'].map((key) => buckets.at(key).alias),
    ),
  ).toEqual(
    ['"logs"', '"a.b/c"', '"say \\"hi\\" \\\\"', '"%%{if} \\\\"'].map((index) =>
      expr(`${addressOf(buckets)}[${index}].alias`),
    ),
  );
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

test('C8: single buckets and several maps join in one list, in any order', () => {
  const codes = [0, 1].map((turn) => {
    const stack = makeStack();
    const [tenants, more] = [mapIn(stack), mapIn(stack, 'More')];
    const single = bucketIn(stack, 'Single');
    const key = new AccessKey(stack, 'Key');
    const all = [tenants.grants, more.grants, single.grants, Bucket.fromBucketId(stack, 'Old', 'b-1').grants];
    for (const grants of turn === 0 ? all : all.reverse()) grants.read(key);
    const [a, b, c] = [single, more, tenants].map(addressOf);
    return [
      onlyResource(stack, 'coffer_access_key').bucket_ids,
      expr(`concat(["b-1", ${a}.id], values(${b})[*].id, values(${c})[*].id)`),
    ];
  });

  for (const [ids, expected] of codes) expect(ids).toBe(expected);
});

test('C2: a wider permission on one bucket of a map than on all of them is an error that names both', () => {
  const stack = makeStack();
  const buckets = mapIn(stack);
  const key = new AccessKey(stack, 'Key');
  buckets.grantRead(key);

  buckets.at('logs').grantWrite(key);

  expect(() => synth(stack)).toThrow('read on "app/Tenant" (grant); write on "app/Tenant/[logs]" (grant)');
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
