import { Aspects, type IAspect, TerraformStack, TerraformVariable } from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  l1,
  MaxQuota,
  NoOwnerKeys,
  NoPlainTextSecrets,
  Permission,
  Policy,
  PolicyRule,
  RequireRotation,
  Secret,
  Size,
} from '../../../../src';
import { bucketIn, expr, findings, makeApp, makeStack, problems, synth, synthApp, warnings } from '../support';

const CANARY = 'canary-71c2';

test('a rule is suppressed for a construct and all below it, with a reason that stays in the metadata; others are not', () => {
  const stack = makeStack();
  const bucket = bucketIn(stack, 'Large');
  bucketIn(stack, 'Other');
  const [rule, reason] = [PolicyRule.MAX_QUOTA, 'Backups of a year, see the runbook'];

  Policy.suppress(bucket, rule, reason);
  Policy.suppress(stack, PolicyRule.NO_OWNER_KEYS, 'No key at all');

  expect(findings(stack, new MaxQuota(Size.bytes(0)))).toEqual([expect.stringContaining('Bucket "app/Other"')]);
  expect(bucket.node.metadata).toContainEqual(
    expect.objectContaining({ type: 'coffer:suppress', data: { rule, reason } }),
  );
  expect(() => Policy.suppress(bucket, rule, ' ')).toThrow('suppressing "max-quota" needs a reason');
});

test('C10: a policy on the app runs in every stack, whatever was defined first', () => {
  const app = makeApp();
  Aspects.of(app).add(new MaxQuota(Size.gibibytes(1)));
  const first = makeStack(app, 'first');
  const low = new TerraformStack(app, 'low');
  new l1.Bucket(low, 'Low', { maxSize: 2 ** 31 });
  const last = new TerraformStack(app, 'last');
  new CofferProvider(last, 'coffer');
  new l1.Bucket(last, 'Last', { maxSize: 2 ** 31 });
  new Bucket(first, 'First', { maxSize: Size.gibibytes(2) });
  new AccessKey(last, 'Key', { permission: Permission.OWNER, buckets: [Bucket.fromBucketId(last, 'B', 'b')] });
  Aspects.of(app).add(new NoOwnerKeys());

  expect(problems(() => app.synth())).toEqual([expect.stringContaining('Bucket "first/First" has a quota of 2 GiB')]);
  expect(problems(() => synth(low))).toContainEqual(expect.stringContaining('Bucket "low/Low"'));
  expect(problems(() => synth(last))).toEqual([
    expect.stringContaining('Bucket "last/Last"'),
    expect.stringContaining('AccessKey "last/Key" has the permission "owner"'),
  ]);
});

test('C10: a policy on the app that warns does so once, and other aspects there stay as the framework has them', () => {
  const app = makeApp();
  const visited: string[] = [];
  Aspects.of(app).add(new MaxQuota(Size.gibibytes(1), { warnOnly: true }));
  Aspects.of(app).add({ visit: ({ node }) => void visited.push(node.path) });
  const stack = makeStack(app);
  new Bucket(stack, 'Large', { maxSize: Size.gibibytes(2) });

  synth(stack);

  expect(warnings(stack)).toEqual([expect.stringContaining('Bucket "app/Large" has a quota of 2 GiB')]);
  expect(visited).toEqual([]);
});

test('C10: an app without constructs of ours never fails for a policy', () => {
  const app = makeApp();
  Aspects.of(app).add(new MaxQuota(Size.gibibytes(1)));
  new TerraformVariable(new TerraformStack(app, 'other'), 'size', { default: 2 ** 40 });

  expect(Object.keys(synthApp(app))).toEqual(['other']);
});

/** Adds an access key to whatever has a name, where the walk of the framework has been already. */
const addsKeys = (make: (scope: Construct, id: string) => unknown): IAspect => ({
  visit({ node }) {
    const place = node.id === 'Uploads' ? node.scope : undefined;
    if (place && !place.node.tryFindChild('Added')) make(place as Construct, 'Added');
  },
});

const ownerKey = (scope: Construct, id: string) =>
  new AccessKey(scope, id, { permission: Permission.OWNER, buckets: [Bucket.fromBucketId(scope, `${id}Bucket`, 'b')] });
const lowOwnerKey = (scope: Construct, id: string) =>
  new l1.AccessKey(scope, id, { bucketIds: ['b'], permissions: { owner: true } });

test.each([
  ['the app', 'before', ownerKey],
  ['the stack', 'before', ownerKey],
  ['the stack', 'before', lowOwnerKey],
  ['an inner scope', 'before', ownerKey],
  ['an inner scope', 'after', lowOwnerKey],
])('C10: a policy on %s, attached %s an aspect that adds keys, sees them', (where, order, make) => {
  for (const warnOnly of [false, true]) {
    const app = makeApp();
    const stack = makeStack(app);
    const inner = new Construct(stack, 'Inner');
    new Bucket(inner, 'Uploads', { maxSize: Size.bytes(1) });
    const at = { 'the app': app, 'the stack': stack }[where] ?? inner;
    const attach = [
      () => Aspects.of(at).add(new NoOwnerKeys({ warnOnly })),
      () => Aspects.of(stack).add(addsKeys(make)),
    ];
    for (const each of order === 'before' ? attach : attach.reverse()) each();

    const found = problems(() => synth(stack));

    const expected = [expect.stringContaining('AccessKey "app/Inner/Added" has the permission "owner"')];
    expect(warnOnly ? warnings(stack) : found).toEqual(expected);
  }
});

test('C10: a policy sees keys that an aspect adds to a stack of low-level constructs alone', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  new l1.CofferProvider(stack, 'coffer');
  new l1.Bucket(new Construct(stack, 'Inner'), 'Uploads', { maxSize: 1 });
  Aspects.of(stack).add(addsKeys(lowOwnerKey));

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining('AccessKey "app/Inner/Added" has the permission "owner"'),
  ]);
});

test('C10: a warning judges what a later aspect leaves, and a policy works from within another aspect', () => {
  const stack = makeStack();
  const key = new l1.AccessKey(stack, 'Key', { bucketIds: ['b'], permissions: { owner: true } });
  new l1.AccessKey(stack, 'Other', { bucketIds: ['b'], permissions: { read: true } });
  Aspects.of(stack).add(new NoOwnerKeys({ warnOnly: true }));
  const rotation = new RequireRotation();
  Aspects.of(stack).add({ visit: (node) => (node === key ? rotation.visit(node) : undefined) });
  Aspects.of(stack).add({ visit: (node) => (node === key ? key.putPermissions({ read: true }) : undefined) });

  expect(problems(() => synth(stack))).toEqual([expect.stringContaining('"app/Key" is never rotated')]);
  key.rotationTrigger = { month: '1' };
  expect(warnings(stack)).toEqual([]);
});

test('C10: blocks that a stack has only as overrides are judged, beside those of its constructs', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key', {
    permission: Permission.READ,
    buckets: [bucket],
    rotationTrigger: { quarter: '1' },
  });
  const overrides = {
    'resource.coffer_bucket.own': { max_size: 3 },
    [`resource.coffer_bucket.${bucket.resource.friendlyUniqueId}`]: { max_size: 4 },
    'resource.coffer_access_key.own': { permissions: { owner: true } },
    [`resource.coffer_access_key.${key.resource.friendlyUniqueId}`]: { bucket_ids: ['b-1'] },
    'ephemeral.coffer_access_key.brief': { permissions: { owner: 'true' } },
    'resource.coffer_rotating_access_key.turning': { permissions: { read: true }, rotation_trigger: { day: '1' } },
    'resource.coffer_secret.own': { name: 'own', value: CANARY },
    'resource.coffer_pull_secret.own': { password_wo: expr('ephemeral.v.pw'), username_wo: CANARY },
  };
  for (const [path, block] of Object.entries(overrides)) stack.addOverride(path, block);
  stack.addOverride('provider.coffer', [
    { token: CANARY },
    { token: expr('ephemeral.v.token'), fingerprint_key: CANARY, headers: { authorization: CANARY } },
  ]);
  for (const policy of [new NoOwnerKeys(), new RequireRotation(), new MaxQuota(Size.bytes(2))])
    Aspects.of(stack).add(policy);

  expect(findings(stack, new NoPlainTextSecrets())).toEqual(
    [
      '"app/coffer_access_key.own" has the permission "owner"',
      '"app/ephemeral.coffer_access_key.brief" has the permission "owner"',
      '"app/coffer_access_key.own" is never rotated',
      '"app/coffer_bucket.own" has a quota of 3 B, which is above 2 B',
      '"app/coffer_secret.own" has plain text as "value"',
      '"app/coffer_pull_secret.own" has plain text as "username_wo"',
      '"app/provider.coffer" has plain text as "token"',
      '"app/provider.coffer" has plain text as "headers"',
      '"app/provider.coffer" has plain text as "fingerprint_key"',
      '"app/Uploads" has a quota of 4 B, which is above 2 B',
    ].map((finding) => expect.stringContaining(finding)),
  );
});

test('a finding about a block of overrides is suppressed at its stack, and one of another type is not judged', () => {
  const stack = makeStack();
  stack.addOverride('resource.coffer_access_key.own', { permissions: { owner: true }, bucket_ids: [] });
  stack.addOverride('resource.aws_s3_bucket.own', { max_size: 3 });
  Policy.suppress(stack, PolicyRule.NO_OWNER_KEYS, 'A test');
  Aspects.of(stack).add(new MaxQuota(Size.bytes(2)));

  expect(findings(stack, new NoOwnerKeys())).toEqual([]);
});

test.each([
  ['NoOwnerKeys', () => new NoOwnerKeys()],
  ['MaxQuota', () => new MaxQuota(Size.gibibytes(1))],
  ['NoPlainTextSecrets', () => new NoPlainTextSecrets()],
  ['RequireRotation', () => new RequireRotation()],
])('C11: %s leaves logical ids to later aspects', (_name, policy) => {
  const stack = makeStack();
  const { resource } = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  const secret = new Secret(stack, 'Secret', { secretName: 'secret' });
  for (const type of ['coffer_access_key', 'coffer_secret', 'coffer_bucket'])
    stack.addOverride(`resource.${type}.own`, { rotation_trigger: { day: '1' } });
  Aspects.of(stack).add(policy());
  Aspects.of(stack).add({
    visit: (node) => {
      if (node === resource || node === secret.resource) (node as l1.Bucket).overrideLogicalId('later');
    },
  });

  const { coffer_bucket: buckets, coffer_secret: secrets } = JSON.parse(synth(stack)).resource;
  expect([buckets, secrets].map((blocks) => Object.keys(blocks).sort())).toEqual([
    ['later', 'own'],
    ['later', 'own'],
  ]);
});
