import {
  Aspects,
  DataResource,
  Fn,
  type IAspect,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
} from 'cdktf';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  EphemeralAccessKey,
  l1,
  MaxQuota,
  NoCrossStackSecrets,
  NoKeysInState,
  NoOwnerKeys,
  NoPlainTextSecrets,
  Permission,
  Policy,
  PolicyRule,
  PullSecret,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { expr, makeApp, makeStack, synth, synthApp, warnings } from '../support';

const CANARY = 'canary-71c2';
const plain = () => SecretValue.unsafePlainText(CANARY);

function problems(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    const lines = String(error)
      .split('\n')
      .filter((line) => line.startsWith('  ['));
    if (lines.length === 0) throw error;
    return lines;
  }
  return [];
}

const findings = (stack: TerraformStack, aspect: IAspect) => {
  Aspects.of(stack).add(aspect);
  return problems(() => synth(stack));
};

test('MaxQuota finds every bucket above the limit, low-level ones and overrides too, at once', () => {
  const stack = makeStack();
  new Bucket(stack, 'Fine', { maxSize: Size.gibibytes(10) });
  new Bucket(stack, 'Large', { maxSize: Size.gibibytes(11) });
  new l1.Bucket(stack, 'Low', { maxSize: 10_737_418_241 });
  new Bucket(stack, 'Huge', { maxSize: Size.bytes(1) }).resource.addOverride('max_size', '9223372036854775807');

  expect(findings(stack, new MaxQuota(Size.gibibytes(10)))).toEqual([
    expect.stringContaining(
      'Bucket "app/Large" has a quota of 11 GiB, which is above 10 GiB: lower "maxSize" (max-quota)',
    ),
    expect.stringContaining('Bucket "app/Low" has a quota of 10737418241 B'),
    expect.stringContaining('Bucket "app/Huge" has a quota of 9223372036854775807 B'),
  ]);
});

test('C14: MaxQuota finds a quota that is unknown at synthesis, and takes none as its limit', () => {
  const stack = makeStack();
  const quota = new TerraformVariable(stack, 'quota', { type: 'number' }).numberValue;
  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(quota) });

  expect(findings(stack, new MaxQuota(Size.bytes(1)))).toEqual([
    expect.stringContaining('"app/Uploads" has a quota that is unknown at synthesis, and may be above 1 B'),
  ]);
  expect(() => new MaxQuota(Size.bytes(quota))).toThrow('"limit" must be known at synthesis');
});

test('NoOwnerKeys finds keys with full control, low-level ones too', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  bucket.grantReadWrite(new AccessKey(stack, 'Writer'));
  new AccessKey(stack, 'Boss', { permission: Permission.OWNER, buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')] });
  bucket.grantOwner(new RotatingAccessKey(stack, 'Turning'));
  bucket.grantOwner(new EphemeralAccessKey(stack, 'Brief'));
  new l1.AccessKey(stack, 'Low', { bucketIds: ['b-2'], permissions: { owner: true } });

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining('AccessKey "app/Boss" has the permission "owner"'),
    expect.stringContaining('RotatingAccessKey "app/Turning" has the permission "owner"'),
    expect.stringContaining('EphemeralAccessKey "app/Brief" has the permission "owner"'),
    expect.stringContaining('AccessKey "app/Low" has the permission "owner"'),
  ]);
});

test('C14: NoOwnerKeys fails on a permission that only Terraform knows, and says that it is unknown', () => {
  const stack = makeStack();
  const isOwner = new TerraformVariable(stack, 'is_owner', { type: 'bool' });
  new l1.AccessKey(stack, 'Asked', { bucketIds: ['b-1'], permissions: { read: true, owner: isOwner.booleanValue } });
  new l1.AccessKey(stack, 'Known', { bucketIds: ['b-1'], permissions: { read: true, owner: false } });

  expect(findings(stack, new NoOwnerKeys())).toEqual([
    expect.stringContaining('AccessKey "app/Asked" has a permission that is unknown at synthesis'),
  ]);
});

test('RequireRotation finds keys that nothing rotates, low-level ones too', () => {
  const stack = makeStack();
  const bucket = Bucket.fromBucketId(stack, 'Old', 'b-1');
  const props = { permission: Permission.READ, buckets: [bucket] };
  new AccessKey(stack, 'Never', props);
  new AccessKey(stack, 'Replaced', { ...props, rotationTrigger: { month: '2026-03' } });
  new RotatingAccessKey(stack, 'Idle', { ...props, rotationTrigger: {} });
  new EphemeralAccessKey(stack, 'Brief', props);
  new RotatingAccessKey(stack, 'Turning', { ...props, rotationTrigger: { month: '2026-03' } });
  new l1.AccessKey(stack, 'Low', { bucketIds: ['b-2'], permissions: { read: true } });

  expect(findings(stack, new RequireRotation())).toEqual([
    expect.stringContaining(
      ' AccessKey "app/Never" is never rotated: use a RotatingAccessKey with a "rotationTrigger"',
    ),
    expect.stringContaining(
      'RotatingAccessKey "app/Idle" is never rotated: give it a "rotationTrigger" (require-rotation)',
    ),
    expect.stringContaining('AccessKey "app/Low" is never rotated'),
  ]);
});

test('RequireRotation passes triggers that are tokens, and keys that are excepted', () => {
  const stack = makeStack();
  const props = { permission: Permission.READ, buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')] };
  const quarter = new TerraformVariable(stack, 'quarter', { type: 'string' }).stringValue;
  new RotatingAccessKey(stack, 'Turning', { ...props, rotationTrigger: { quarter } });
  const fixed = new AccessKey(stack, 'Fixed', props);

  Policy.suppress(fixed, PolicyRule.REQUIRE_ROTATION, 'Burnt into devices');

  expect(findings(stack, new RequireRotation())).toEqual([]);
});

test('NoKeysInState finds keys whose secret half is in the state, low-level ones too', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  bucket.grantRead(new AccessKey(stack, 'Silent'));
  const shown = new RotatingAccessKey(stack, 'Shown');
  bucket.grantRead(shown);
  shown.outputCredentials();
  const stored = new AccessKey(stack, 'Stored');
  bucket.grantRead(stored);
  stored.storeIn('stored');
  const kept = new RotatingAccessKey(stack, 'StoredInSecret');
  bucket.grantRead(kept);
  kept.storeInSecret(Secret.fromSecretName(stack, 'Other', 'other'));
  bucket.grantRead(new EphemeralAccessKey(stack, 'Brief'));
  const low = { bucketIds: ['b-2'], permissions: { read: true } };
  new l1.AccessKey(stack, 'Low', low);
  new l1.RotatingAccessKey(stack, 'LowStored', { ...low, storeIn: { secretName: 'low' } });
  stack.addOverride('resource.coffer_access_key.raw', { bucket_ids: ['b-3'], permissions: { read: true } });

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('"app/coffer_access_key.raw" has no "storeIn"'),
    expect.stringContaining(
      ' AccessKey "app/Silent" has no "storeIn", so its secret half is in the state: call storeIn or storeInSecret, or suppress the rule with a reason (no-keys-in-state)',
    ),
    expect.stringContaining('RotatingAccessKey "app/Shown" has no "storeIn"'),
    expect.stringContaining('AccessKey "app/Low" has no "storeIn"'),
  ]);
});

test('C14: NoKeysInState fails on a storeIn that only Terraform knows, and says that it is unknown', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Asked', {
    permission: Permission.READ,
    buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')],
  });
  key.resource.addOverride('store_in', expr('var.is_stored ? { secret_name = "asked" } : null'));

  expect(findings(stack, new NoKeysInState())).toEqual([
    expect.stringContaining('AccessKey "app/Asked" has a "storeIn" that is unknown at synthesis'),
  ]);
});

test('NoKeysInState passes a key whose exception is a reason', () => {
  const stack = makeStack();
  const key = new AccessKey(stack, 'Pushed', {
    permission: Permission.READ,
    buckets: [Bucket.fromBucketId(stack, 'Old', 'b-1')],
  });

  Policy.suppress(key, PolicyRule.NO_KEYS_IN_STATE, 'Goes into a write-only argument of another provider');

  expect(findings(stack, new NoKeysInState())).toEqual([]);
});

test('NoPlainTextSecrets finds text and what is kept in state, names each place, and repeats no secret', () => {
  const stack = makeStack();
  const kept = new TerraformVariable(stack, 'kept', { type: 'string' }).stringValue;
  const ephemeral = SecretValue.fromVariable(stack, 'fine');
  new CofferProvider(stack, 'other', {
    alias: 'other',
    token: plain(),
    headers: { 'X-Key': plain(), 'X-Fine': ephemeral },
    fingerprintKey: plain(),
  });
  new Secret(stack, 'Plain', { secretName: 'plain', value: plain() });
  new Secret(stack, 'Kept', { secretName: 'kept', value: SecretValue.unsafePlainText(kept) });
  new Secret(stack, 'Fine', { secretName: 'fine', value: ephemeral });
  new PullSecret(stack, 'Pull', { server: 's', secretUsername: plain(), password: plain() });
  new PullSecret(stack, 'User', { server: 's', username: 'known to all', password: ephemeral });
  new l1.Secret(stack, 'Low', { name: 'low', valueWo: CANARY });

  const found = findings(stack, new NoPlainTextSecrets());

  expect(found).toEqual([
    expect.stringContaining('"app/other" has plain text as "token"'),
    expect.stringContaining('"app/other" has plain text as "headers"'),
    expect.stringContaining('"app/other" has plain text as "fingerprint_key"'),
    expect.stringContaining('"app/Plain" has plain text as "value"'),
    expect.stringContaining('"app/Kept" has a "value" that Terraform keeps in its state'),
    expect.stringContaining('"app/Pull" has plain text as "password"'),
    expect.stringContaining('"app/Pull" has plain text as "secretUsername"'),
    expect.stringContaining('"app/Low" has plain text as "value_wo"'),
  ]);
  expect(found.join()).not.toContain(CANARY);
});

test('NoPlainTextSecrets takes no expression for text, but text beside one in the state', () => {
  const stack = makeStack();
  const expression = expr('ephemeral.vault.db["password"]');
  new l1.Secret(stack, 'Low', { name: 'low', valueWo: expression });
  new Secret(stack, 'Fine', { secretName: 'fine', value: SecretValue.fromEphemeral(expression) });
  new l1.CofferProvider(stack, 'other', {
    alias: 'other',
    token: expr('var.token'),
    headers: { 'X-Key': expr('var.key') },
  });
  new l1.Secret(stack, 'Kept', { name: 'kept', value: expr('data.vault.db["password"]') });
  new l1.Secret(stack, 'Escaped', { name: 'escaped', valueWo: `$${expr('text')}` });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([
    expect.stringContaining('"app/Kept" has a "value" that Terraform keeps in its state'),
    expect.stringContaining('"app/Escaped" has plain text as "value_wo"'),
  ]);
});

test('C5: NoCrossStackSecrets finds the secret half of a key that another stack uses, and says who', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const key = new AccessKey(storage, 'Key', {
    permission: Permission.READ,
    buckets: [new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) })],
  });
  for (const id of ['Copy', 'Two'])
    new Secret(web, id, { secretName: id.toLowerCase(), value: SecretValue.unsafePlainText(key.secretAccessKey) });
  new Secret(web, 'Harmless', { secretName: 'id', value: SecretValue.unsafePlainText(key.accessKeyId) });
  for (const stack of [storage, web]) Aspects.of(stack).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toEqual([
    expect.stringContaining(
      '"secret_access_key" of "storage/Key" crosses from stack "storage" to "web/Copy", "web/Two": it stands in an output',
    ),
  ]);
});

test('C5: NoCrossStackSecrets finds the current secret half of a rotating key, too', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const key = new RotatingAccessKey(storage, 'Key');
  new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) }).grantRead(key);
  new Secret(web, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(key.secretAccessKey) });
  new Secret(web, 'Harmless', { secretName: 'id', value: SecretValue.unsafePlainText(key.accessKeyId) });
  Aspects.of(storage).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toEqual([
    expect.stringContaining('"secret_access_key" of "storage/Key" crosses from stack "storage" to "web/Copy"'),
  ]);
});

test('C5: an exception for a secret that crosses stacks is made at the construct whose secret it is', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const bucket = new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) });
  const key = new AccessKey(storage, 'Key', { permission: Permission.READ, buckets: [bucket] });
  new Secret(web, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(key.secretAccessKey) });
  Aspects.of(storage).add(new NoCrossStackSecrets());

  Policy.suppress(key, PolicyRule.NO_CROSS_STACK_SECRETS, 'Both states are in the same vault');

  expect(problems(() => synthApp(app))).toEqual([]);
  expect(Object.keys(synthApp(app))).toEqual(['storage', 'web']);
});

test('C5: NoCrossStackSecrets has nothing against other references', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) }).grantRead(new AccessKey(web, 'Key'));
  for (const stack of [storage, web]) Aspects.of(stack).add(new NoCrossStackSecrets());

  expect(Object.keys(synthApp(app))).toEqual(['storage', 'web']);
});

test('a rule can be suppressed with a reason, which stays in the metadata, for a construct and all below it', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Large', { maxSize: Size.gibibytes(2) });
  new Bucket(stack, 'Other', { maxSize: Size.gibibytes(2) });

  Policy.suppress(bucket, PolicyRule.MAX_QUOTA, 'Backups of a year, see the runbook');

  expect(findings(stack, new MaxQuota(Size.gibibytes(1)))).toEqual([expect.stringContaining('Bucket "app/Other"')]);
  expect(bucket.node.metadata).toContainEqual(
    expect.objectContaining({
      type: 'coffer:suppress',
      data: { rule: 'max-quota', reason: 'Backups of a year, see the runbook' },
    }),
  );
});

test('suppressing one rule leaves the others, and needs a reason', () => {
  const stack = makeStack();
  const secret = new Secret(stack, 'Plain', { secretName: 'plain', value: plain() });

  Policy.suppress(secret, PolicyRule.NO_OWNER_KEYS, 'No key at all');

  expect(findings(stack, new NoPlainTextSecrets())).toHaveLength(1);
  expect(() => Policy.suppress(secret, PolicyRule.NO_OWNER_KEYS, ' ')).toThrow(
    'suppressing "no-owner-keys" needs a reason that people can judge (in app/Plain)',
  );
});

test('findings can be warnings, each once however often the stack is synthesized', () => {
  const stack = makeStack();
  new Bucket(stack, 'Large', { maxSize: Size.gibibytes(2) });
  Aspects.of(stack).add(new MaxQuota(Size.gibibytes(1), { warnOnly: true }));

  synth(stack);

  expect(warnings(stack)).toEqual([expect.stringContaining('Bucket "app/Large" has a quota of 2 GiB')]);
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

test.each(['before', 'after'])(
  'C10: a policy on the app runs in a stack defined %s the only construct of ours',
  (order) => {
    const app = makeApp();
    Aspects.of(app).add(new MaxQuota(Size.gibibytes(1)));
    const ofOurs = () => new Bucket(makeStack(app, 'ours'), 'Small', { maxSize: Size.gibibytes(1) });
    const lowLevel = () => {
      const stack = new TerraformStack(app, 'low');
      new l1.CofferProvider(stack, 'coffer');
      new l1.Bucket(stack, 'Low', { maxSize: 2 ** 31 });
    };
    for (const define of order === 'before' ? [lowLevel, ofOurs] : [ofOurs, lowLevel]) define();

    expect(problems(() => app.synth())).toEqual([expect.stringContaining('Bucket "low/Low" has a quota of 2 GiB')]);
  },
);

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
  ['the app', 'after', ownerKey],
  ['the stack', 'before', ownerKey],
  ['the stack', 'after', ownerKey],
  ['the stack', 'before', lowOwnerKey],
  ['an inner scope', 'before', ownerKey],
  ['an inner scope', 'after', ownerKey],
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

test('policies judge what the stack overrides, too', () => {
  const stack = makeStack();
  const bucket = new Bucket(stack, 'Uploads', { maxSize: Size.bytes(1) });
  const key = new AccessKey(stack, 'Key', { rotationTrigger: { month: '1' } });
  bucket.grantRead(key);
  stack.addOverride(`resource.coffer_bucket.${bucket.resource.friendlyUniqueId}.max_size`, 3);
  stack.addOverride(`resource.coffer_access_key.${key.resource.friendlyUniqueId}.permissions.owner`, true);
  Aspects.of(stack).add(new NoOwnerKeys());

  expect(findings(stack, new MaxQuota(Size.bytes(2)))).toEqual([
    expect.stringContaining('Bucket "app/Uploads" has a quota of 3 B'),
    expect.stringContaining('AccessKey "app/Key" has the permission "owner"'),
  ]);
});

/** Texts in the code that reach a secret as expressions, and the construct that holds each. */
const PLAIN_TEXTS: readonly (readonly [string, (stack: TerraformStack) => string, string])[] = [
  ['a literal in an expression', () => expr(`"${CANARY}"`), ''],
  ['a literal in a call', () => expr(`upper(join("-", ["${CANARY}", "x"]))`), ''],
  ['a call of the framework', () => Fn.base64encode(CANARY), ''],
  ['the default of a variable', (stack) => variable(stack, CANARY).stringValue, 'app/pw'],
  ['the default of a variable, in text', (stack) => `x-${variable(stack, CANARY).stringValue}`, 'app/pw'],
  ['a member of a default', (stack) => expr(`${bare(variable(stack, { a: [CANARY], b: '' }))}.a[0]`), 'app/pw'],
  ['a local value', (stack) => new TerraformLocal(stack, 'pw', CANARY).asString, 'app/pw'],
  ['a local value, as it is written', (stack) => expr(bare(new TerraformLocal(stack, 'pw', CANARY))), 'app/pw'],
  [
    'a local value of a default',
    (stack) => new TerraformLocal(stack, 'l', { pw: variable(stack, CANARY).stringValue }).asString,
    'app/l", "app/pw',
  ],
  [
    'the default of a variable that is ephemeral',
    (stack) => {
      const ephemeral = variable(stack, CANARY);
      ephemeral.addOverride('ephemeral', true);
      return ephemeral.stringValue;
    },
    'app/pw',
  ],
  [
    'a default that the stack overrides',
    (stack) => {
      stack.addOverride('variable.pw.default', CANARY);
      return variable(stack, null).stringValue;
    },
    'app/pw',
  ],
];

const variable = (stack: TerraformStack, value: unknown) =>
  new TerraformVariable(stack, 'pw', { ...(value !== null && { default: value }) });
function data(stack: TerraformStack, input: string): DataResource {
  const resource = new DataResource(stack, 'data');
  resource.addOverride('input', input);
  return resource;
}
const bare = (element: TerraformVariable | TerraformLocal) =>
  `${element instanceof TerraformLocal ? 'local' : 'var'}.${element.friendlyUniqueId}`;

test.each(PLAIN_TEXTS)('NoPlainTextSecrets finds %s', (_, make, place) => {
  const stack = makeStack();
  new l1.Secret(stack, 'Secret', { name: 'secret', valueWo: make(stack) });

  const found = findings(stack, new NoPlainTextSecrets());

  const where = place && `, written in "${place}"`;
  expect(found).toEqual([expect.stringContaining(`"app/Secret" has plain text as "value_wo"${where}: anyone who`)]);
  expect(found.join()).not.toContain(CANARY);
});

test.each<[string, (stack: TerraformStack) => string]>([
  ['a variable without a default', (stack) => variable(stack, null).stringValue],
  ['a variable whose default is empty', (stack) => variable(stack, '').stringValue],
  ['a member of a default that is empty', (stack) => expr(`var.${variable(stack, { a: 'x', b: '' }).node.id}.b`)],
  [
    'a part with a default beside one without',
    (stack) => `${variable(stack, 'user').stringValue}:${expr('ephemeral.v.x')}`,
  ],
  ['text around an expression', () => `postgres://u:${expr('ephemeral.vault.x.password')}@h`],
  ['a local value of what is ephemeral', (stack) => new TerraformLocal(stack, 'l', expr('ephemeral.v.x.y')).asString],
  ['a choice between text and what is ephemeral', () => expr('ephemeral.v.on ? "text" : ephemeral.v.x')],
  ['a file', () => expr('file("secret.txt")')],
  ['a function of another provider', () => expr('provider::vault::read("path")')],
  [
    'local values that refer to each other',
    (stack) => {
      new TerraformLocal(stack, 'a', expr('local.b'));
      return new TerraformLocal(stack, 'b', expr('local.a')).asString;
    },
  ],
  ['null', () => expr('null')],
])('NoPlainTextSecrets passes %s', (_, make) => {
  const stack = makeStack();
  new l1.Secret(stack, 'Secret', { name: 'secret', valueWo: make(stack) });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([]);
});

test('NoPlainTextSecrets finds the default of a variable in the provider, and can be told of it', () => {
  const stack = new TerraformStack(makeApp(), 'app');
  const token = variable(stack, CANARY);
  token.addOverride('ephemeral', true);
  const provider = new CofferProvider(stack, 'coffer', { token: SecretValue.fromEphemeral(token.stringValue) });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([
    expect.stringContaining('"app/coffer" has plain text as "token", written in "app/pw"'),
  ]);
  Policy.suppress(provider, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'Token of an emulator');
  expect(problems(() => synth(stack))).toEqual([]);
});

/** Ways in which the secret half of a key leaves its stack, and what the finding names. */
const CROSSINGS: readonly (readonly [string, (key: RotatingAccessKey, stack: TerraformStack) => string, string])[] = [
  ['a local value', (key, stack) => new TerraformLocal(stack, 'half', key.secretAccessKey).asString, 'storage/half'],
  [
    'a local value of a local value, among others',
    (key, stack) => {
      const inner = new TerraformLocal(stack, 'inner', { id: key.accessKeyId, secret: key.secretAccessKey });
      return new TerraformLocal(stack, 'outer', Fn.jsonencode({ all: inner.asStringMap })).asString;
    },
    'storage/outer" and "storage/inner',
  ],
  ['the whole current key, as the level-1 construct has it', (key) => Fn.jsonencode(key.resource.current), ''],
];

test.each(CROSSINGS)('C5: NoCrossStackSecrets finds a secret that crosses by way of %s', (_, take, via) => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const key = new RotatingAccessKey(storage, 'Key');
  new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) }).grantRead(key);
  const value = SecretValue.unsafePlainText(take(key, storage));
  new Secret(web, 'Copy', { secretName: 'copy', value });
  Aspects.of(storage).add(new NoCrossStackSecrets());

  const way = via && `, by way of "${via}",`;
  expect(problems(() => synthApp(app))).toEqual([
    expect.stringContaining(`"secret_access_key" of "storage/Key"${way} crosses from stack "storage" to "web/Copy"`),
  ]);
  Policy.suppress(key, PolicyRule.NO_CROSS_STACK_SECRETS, 'One vault');
  expect(problems(() => synthApp(app))).toEqual([]);
});

test('C5: NoCrossStackSecrets finds a sensitive variable, and passes one that is not, and what is no secret of a local value', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const key = new AccessKey(storage, 'Key');
  new Bucket(storage, 'Uploads', { maxSize: Size.bytes(1) }).grantRead(key);
  const secret = new TerraformVariable(storage, 'secret', { sensitive: true });
  const open = new TerraformVariable(storage, 'open', {});
  const ids = new TerraformLocal(
    storage,
    'ids',
    expr(`[for one in values(coffer_access_key.${key.resource.friendlyUniqueId}) : one.id]`),
  );
  for (const [index, text] of [secret.stringValue, open.stringValue, ids.asString, key.accessKeyId].entries())
    new TerraformOutput(web, `output_${index}`, { value: text });
  Aspects.of(app).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toEqual([
    expect.stringContaining('sensitive variable "storage/secret" crosses from stack "storage" to "web/output_0"'),
  ]);
});

test('NoPlainTextSecrets finds text of an iterator, and text beside what Terraform knows of the run', () => {
  const stack = makeStack();
  Aspects.of(stack).add(new NoPlainTextSecrets());
  const passwords = new TerraformLocal(stack, 'passwords', { prod: 'hunter2', dev: 'hunter3' });
  const logins = TerraformIterator.fromMap({ db: { user: 'u', password: 'hunter2' } });
  const names = TerraformIterator.fromMap({ db: 'hunter2' });
  const values: readonly (readonly [string, l1.SecretConfig])[] = [
    ['Value', { forEach: names, name: 'x', valueWo: names.value }],
    ['Part', { forEach: logins, name: 'x', valueWo: logins.getString('password') }],
    ['Listed', { forEach: TerraformIterator.fromList(['hunter2']), name: 'x', valueWo: expr('each.key') }],
    ['ByWorkspace', { name: 'x', valueWo: expr(`${passwords.fqn}[terraform.workspace]`) }],
    ['Suffix', { name: 'x', valueWo: `${expr('terraform.workspace')}-hunter2` }],
  ];
  for (const [id, config] of values) new l1.Secret(stack, id, { ...config, valueWoVersion: '1' });
  const given = new TerraformVariable(stack, 'given', { type: 'map(string)' });
  const elements = TerraformIterator.fromMap({ db: 'a' });
  new l1.Secret(stack, 'Given', {
    forEach: elements,
    name: 'x',
    valueWo: expr('var.given[each.key]'),
    valueWoVersion: '1',
  });
  new l1.Secret(stack, 'Dynamic', {
    forEach: TerraformIterator.fromMap(given.value),
    name: 'x',
    valueWo: expr('each.value'),
    valueWoVersion: '1',
  });

  const found = problems(() => synth(stack)).map(
    (line) => /"app\/(\w+)" has (?:plain text as "value_wo"|a "value_wo" of each\.)/.exec(line)?.[1],
  );
  expect(found.sort()).toEqual([...values.map(([id]) => id), 'Dynamic'].sort());
});

test('C14: what went through terraform_data is unknown, which NoPlainTextSecrets and NoCrossStackSecrets find', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const text = data(storage, 'x').output.toString();
  new l1.Secret(storage, 'Here', { name: 'here', valueWo: text, valueWoVersion: '1' });
  new TerraformOutput(web, 'there', { value: text });
  Aspects.of(app).add(new NoPlainTextSecrets());
  Aspects.of(app).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toEqual([
    expect.stringContaining('"storage/Here" has a "value_wo" of terraform_data.data.output, which may be plain text'),
    expect.stringContaining('"terraform_data.data.output", which may hold a secret, crosses from stack "storage"'),
  ]);
});

test('C14: RequireRotation finds a trigger that is unknown at synthesis', () => {
  const stack = makeStack();
  const rotationTrigger = new TerraformVariable(stack, 'turns', { type: 'map(string)' }).value;
  new l1.AccessKey(stack, 'Key', { bucketIds: [], permissions: {}, rotationTrigger });

  expect(findings(stack, new RequireRotation())).toEqual([
    expect.stringContaining('"app/Key" has a "rotationTrigger" that is unknown at synthesis, and may be empty'),
  ]);
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
    [`resource.coffer_bucket.${bucket.resource.friendlyUniqueId}`]: { description: 'Declared' },
    'resource.coffer_access_key.own': { permissions: { owner: true } },
    [`resource.coffer_access_key.${key.resource.friendlyUniqueId}`]: { bucket_ids: ['b-1'] },
    'ephemeral.coffer_access_key.brief': { permissions: { owner: 'true' } },
    'resource.coffer_rotating_access_key.turning': { permissions: { read: true }, rotation_trigger: { day: '1' } },
    'resource.coffer_secret.own': { name: 'own', value: CANARY },
    'resource.coffer_pull_secret.own': { password_wo: expr('var.pw'), username_wo: CANARY },
  };
  for (const [path, block] of Object.entries(overrides)) stack.addOverride(path, block);
  stack.addOverride('provider.coffer', [{ token: CANARY }, { token: expr('var.token'), fingerprint_key: CANARY }]);
  for (const policy of [new NoOwnerKeys(), new RequireRotation(), new MaxQuota(Size.bytes(2))])
    Aspects.of(stack).add(policy);

  expect(findings(stack, new NoPlainTextSecrets()).map((line) => line.trim())).toEqual(
    [
      'AccessKey "app/coffer_access_key.own" has the permission "owner", full control of its buckets: grant read, write or both instead ' +
        '(no-owner-keys)',
      'EphemeralAccessKey "app/ephemeral.coffer_access_key.brief" has the permission "owner", full control of its buckets: grant read, ' +
        'write or both instead (no-owner-keys)',
      'AccessKey "app/coffer_access_key.own" is never rotated: use a RotatingAccessKey with a "rotationTrigger", which leaves no moment ' +
        'without a working key (require-rotation)',
      'Bucket "app/coffer_bucket.own" has a quota of 3 B, which is above 2 B: lower "maxSize" (max-quota)',
      ...(
        [
          ['coffer_secret.own', 'value'],
          ['coffer_pull_secret.own', 'username_wo'],
          ['provider.coffer', 'token'],
          ['provider.coffer', 'fingerprint_key'],
        ] as const
      ).map(
        ([block, name]) =>
          `"app/${block}" has plain text as "${name}": anyone who reads the code or the state has it. Use SecretValue.fromVariable or ` +
          'another ephemeral source (no-plain-text-secrets)',
      ),
    ].map((finding) => `[app] ${finding}`),
  );
});

test('a stack that overrides nothing but its provider is judged', () => {
  const stack = makeStack();
  stack.addOverride('provider.coffer.headers', { authorization: CANARY });

  expect(findings(stack, new NoPlainTextSecrets())).toEqual([
    expect.stringContaining('"app/provider.coffer" has plain text as "headers"'),
  ]);
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
