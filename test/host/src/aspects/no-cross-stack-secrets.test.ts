import {
  Aspects,
  DataResource,
  Fn,
  ref,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import type { IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  NoCrossStackSecrets,
  Policy,
  PolicyRule,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { bucketIn, makeApp, makeStack, problems, synthApp } from '../support';

type Crossing = [what: string, take: (storage: TerraformStack) => string, found?: string];

/** What crosses from `storage` to `web`, and what is found of it. */
const CROSSINGS: Crossing[] = [
  ['the secret half of a key', (storage) => keyIn(storage).secretAccessKey, '"secret_access_key" of "storage/Key"'],
  [
    'the whole current key, as the level-1 construct has it',
    (storage) => Fn.jsonencode(keyIn(storage, RotatingAccessKey).resource.current),
    '"secret_access_key" of "storage/Key"',
  ],
  [
    'the secret half of one of several keys',
    (storage) => {
      const { resource } = keyIn(storage);
      resource.count = 2;
      return Token.asString(ref(`coffer_access_key.${resource.friendlyUniqueId}[0].secret_access_key`, storage));
    },
    '"secret_access_key" of "storage/Key"',
  ],
  [
    'a sensitive variable',
    (storage) => new TerraformVariable(storage, 'pin', { sensitive: true }).stringValue,
    'sensitive variable "storage/pin"',
  ],
  [
    'a local value',
    (storage) => new TerraformLocal(storage, 'l', keyIn(storage).secretAccessKey).asString,
    unknown('local.l'),
  ],
  ['terraform_data', (storage) => new DataResource(storage, 'd').output.toString(), unknown('terraform_data.d.output')],
  ['an expression', (storage) => Token.asString(ref('one(local.x)', storage)), unknown('one(local.x)')],
  ['the public half of a key', (storage) => keyIn(storage).accessKeyId],
  ['a variable that is not sensitive', (storage) => new TerraformVariable(storage, 'open', {}).stringValue],
  ['an attribute of another provider', (storage) => Token.asString(ref('aws_vpc.main.id', storage))],
];

function unknown(name: string): string {
  return `"${name}", which is unknown at synthesis and may hold a secret,`;
}

function keyIn(stack: TerraformStack): AccessKey;
function keyIn(stack: TerraformStack, Key: typeof RotatingAccessKey): RotatingAccessKey;
function keyIn(stack: TerraformStack, Key: typeof AccessKey | typeof RotatingAccessKey = AccessKey) {
  const key = new Key(stack, 'Key');
  bucketIn(stack, 'Opened').grantRead(key);
  return key;
}

test.each(CROSSINGS)(
  'C5: NoCrossStackSecrets knows of what crosses stacks whether it is a secret: %s',
  (_what, take, found) => {
    const app = makeApp();
    const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
    const value = take(storage);
    for (const id of ['one', 'two']) new TerraformOutput(web, id, { value, sensitive: true });
    Aspects.of(app).add(new NoCrossStackSecrets());

    expect(problems(() => synthApp(app))).toEqual(
      found === undefined
        ? []
        : [
            expect.stringContaining(
              `${found} crosses from stack "storage" to "web": it is in an output and in the state of both`,
            ),
          ],
    );
  },
);

test('C5: buckets of a map cross stacks, all of them and each by its key', () => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const names = TerraformIterator.fromList(['a', 'b']);
  const map = Bucket.forEach(storage, 'Map', names, { maxSize: Size.bytes(1) });
  map.grantRead(new AccessKey(web, 'All'));
  map.at('a').grantRead(new AccessKey(web, 'One'));
  Aspects.of(app).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toEqual([]);
});

test.each<[what: string, at: (key: AccessKey, local: TerraformLocal) => IConstruct]>([
  ['the construct whose secret it is', (key) => key],
  ['the local value that may hold it', (_key, local) => local],
])('C5: an exception for a secret that crosses stacks is made at %s', (_what, at) => {
  const app = makeApp();
  const [storage, web] = [makeStack(app, 'storage'), makeStack(app, 'web')];
  const key = keyIn(storage);
  const local = new TerraformLocal(storage, 'half', key.secretAccessKey);
  const place = at(key, local);
  const text = place === key ? key.secretAccessKey : local.asString;
  new Secret(web, 'Copy', { secretName: 'copy', value: SecretValue.unsafePlainText(text) });
  Aspects.of(storage).add(new NoCrossStackSecrets());

  expect(problems(() => synthApp(app))).toHaveLength(1);
  Policy.suppress(place, PolicyRule.NO_CROSS_STACK_SECRETS, 'Both states are in the same vault');

  expect(problems(() => synthApp(app))).toEqual([]);
});
