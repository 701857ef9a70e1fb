import {
  type App,
  Fn,
  TerraformCount,
  TerraformIterator,
  type TerraformResource,
  TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import { expect, test } from 'vitest';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  type CofferProviderProps,
  CofferTesting,
  l1,
  Permission,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';
import { expr, makeApp, makeStack, onlyResource, problems, synth, synthApp } from './support';

const PERMISSIONS = { read: true, write: false, owner: false };

/** A key that opens a bucket which is defined elsewhere. */
const keyIn = (stack: TerraformStack, id: string, props: ConstructorParameters<typeof AccessKey>[2] = {}) =>
  new AccessKey(stack, id, {
    permission: Permission.READ,
    buckets: [Bucket.fromBucketId(stack, `${id}Bucket`, 'b-1')],
    ...props,
  });

/** A stack whose provider has these props. */
function stackWith(app: App, id: string, props: CofferProviderProps = {}): TerraformStack {
  const stack = new TerraformStack(app, id);
  new CofferProvider(stack, 'coffer', props);
  return stack;
}

const valueIn = (stack: TerraformStack) => SecretValue.fromVariable(stack, 'value', { version: '1' });
const variableIn = (stack: TerraformStack, id: string) => new TerraformVariable(stack, id, { type: 'string' });

/** What an app is refused with, without the path of the stack that reports it. */
const problemsOf = (app: App) => problems(() => synthApp(app)).map((line) => line.replace(/^ {2}\[[^\]]*\] /, ''));

type Build = (stack: TerraformStack, other: TerraformStack, app: App) => unknown;

const overwriting = (one: string, other: string, secret: string) =>
  `AccessKey "${one}" and "${other}" are stored in one secret, "${secret}": each would overwrite the other`;
const managed = (key: string, secret: string) =>
  `AccessKey "${key}" is stored in secret "${secret}", whose value is managed here: each would overwrite the other`;
const sameName = (one: string, other: string, name: string) =>
  `${one} and "${other}" have the same "secretName" "${name}": a name is unique in its project`;
const sameImport = (id: string, one: string, other: string) =>
  `"importId" "${id}" of "${one}" is taken over by "${other}" already: two constructs cannot manage one object`;

/** Programs in two stacks of one project, `app` and `other`, that say one object in two ways; and all that is wrong with them. */
const CLASHES: Readonly<Record<string, readonly [problems: readonly string[], build: Build]>> = {
  'two look-ups by one name': [
    [overwriting('app/Two', 'app/One', 'app/TwoSecret')],
    (stack) => {
      for (const id of ['One', 'Two']) {
        keyIn(stack, id).storeInSecret(Secret.fromSecretName(stack, `${id}Secret`, 'shared'));
      }
    },
  ],
  'two look-ups by one name, in two stacks of a known project': [
    [overwriting('other/Two', 'app/One', 'other/Secret')],
    (stack, other) => {
      keyIn(stack, 'One').storeInSecret(Secret.fromSecretName(stack, 'Secret', 'shared'));
      keyIn(other, 'Two').storeInSecret(Secret.fromSecretName(other, 'Secret', 'shared'));
    },
  ],
  'a secret of a third stack, for keys of two stacks': [
    [overwriting('other/Two', 'app/One', 'third/Secret')],
    (stack, other, app) => {
      const secret = new Secret(stackWith(app, 'third', { projectId: 'p-1' }), 'Secret', { secretName: 'shared' });
      keyIn(stack, 'One').storeInSecret(secret);
      keyIn(other, 'Two').storeInSecret(secret);
    },
  ],
  'one id in two stacks': [
    [overwriting('other/Two', 'app/One', 'other/Secret')],
    (stack, other) => {
      keyIn(stack, 'One').storeInSecret(Secret.fromSecretId(stack, 'Secret', 's-1'));
      keyIn(other, 'Two').storeInSecret(Secret.fromSecretId(other, 'Secret', 's-1'));
    },
  ],
  'a managed value in one stack and a look-up in another': [
    [managed('other/Key', 'app/Secret')],
    (stack, other) => {
      new Secret(stack, 'Secret', { secretName: 'shared', value: valueIn(stack) });
      keyIn(other, 'Key').storeInSecret(Secret.fromSecretName(other, 'Found', 'shared'));
    },
  ],
  'the managed values of a map, and its secrets, also in another stack': [
    [managed('app/Key', 'app/Secret'), managed('app/Third', 'app/Secret'), managed('other/Key', 'app/Secret')],
    (stack, other) => {
      const names = TerraformIterator.fromList(['one', 'two', 'three']);
      const secrets = Secret.forEach(stack, 'Secret', names, { secretName: names.key, value: valueIn(stack) });
      keyIn(stack, 'Key').storeInSecret(secrets.at('one'));
      keyIn(other, 'Key').storeInSecret(secrets.at('two'));
      const third = keyIn(stack, 'Third');
      third.resource.forEach = TerraformIterator.fromList(['three']);
      third.storeInSecret(secrets.each);
    },
  ],
  'keys for each secret of a map, and a key in one of them': [
    [overwriting('app/B', 'app/A', 'app/Secret/Each'), overwriting('app/C', 'app/A', 'app/Secret/[one]')],
    (stack) => {
      const names = TerraformIterator.fromList(['one', 'two']);
      const secrets = Secret.forEach(stack, 'Secret', names, { secretName: names.key });
      for (const id of ['A', 'B']) {
        const key = keyIn(stack, id);
        key.resource.forEach = names;
        key.storeInSecret(secrets.each);
      }
      keyIn(stack, 'C').storeInSecret(secrets.at('one'));
    },
  ],
  'the name that a key makes and a look-up of it': [
    [overwriting('app/Two', 'app/One', 'app/Found')],
    (stack) => {
      keyIn(stack, 'One').storeIn('shared');
      keyIn(stack, 'Two').storeInSecret(Secret.fromSecretName(stack, 'Found', 'shared'));
    },
  ],
  'a name and an id that attributes join': [
    [overwriting('app/Three', 'app/One', 'app/Id'), overwriting('app/Two', 'app/One', 'app/Found')],
    (stack) => {
      const attributes = { secretId: 's-1', secretName: 'shared' };
      keyIn(stack, 'One').storeInSecret(Secret.fromSecretAttributes(stack, 'Whole', attributes));
      keyIn(stack, 'Two').storeInSecret(Secret.fromSecretName(stack, 'Found', 'shared'));
      keyIn(stack, 'Three').storeInSecret(Secret.fromSecretId(stack, 'Id', 's-1'));
    },
  ],
  'a name and an id that an import joins': [
    [overwriting('app/Two', 'app/One', 'app/Id')],
    (stack) => {
      new Secret(stack, 'Secret', { secretName: 'shared', importId: 's-1' });
      keyIn(stack, 'One').storeInSecret(Secret.fromSecretName(stack, 'Found', 'shared'));
      keyIn(stack, 'Two').storeInSecret(Secret.fromSecretId(stack, 'Id', 's-1'));
    },
  ],
  'one token as a name and as an id': [
    [overwriting('app/Three', 'app/Four', 'app/ThreeSecret'), overwriting('app/Two', 'app/One', 'app/TwoSecret')],
    (stack) => {
      const [name, id] = [variableIn(stack, 'name').stringValue, variableIn(stack, 'id').stringValue];
      for (const key of ['One', 'Two'])
        keyIn(stack, key).storeInSecret(Secret.fromSecretName(stack, `${key}Secret`, name));
      for (const key of ['Three', 'Four'])
        keyIn(stack, key).storeInSecret(Secret.fromSecretId(stack, `${key}Secret`, id));
    },
  ],
  'what overrides of the stack say': [
    [overwriting('app/Two', 'app/One', 'app/TwoSecret'), sameName('Secret "app/B"', 'app/A', 'shared')],
    (stack) => {
      const override = (
        { terraformResourceType, friendlyUniqueId }: TerraformResource,
        argument: string,
        text: string,
      ) => stack.addOverride(`resource.${terraformResourceType}.${friendlyUniqueId}.${argument}`, text);
      for (const id of ['One', 'Two']) {
        const key = keyIn(stack, id);
        key.storeInSecret(Secret.fromSecretId(stack, `${id}Secret`, `s-${id}`));
        override(key.resource, 'store_in.secret_id', 's-1');
      }
      new Secret(stack, 'A', { secretName: 'shared' });
      override(new Secret(stack, 'B', { secretName: 'other' }).resource, 'name', 'shared');
    },
  ],
  'low-level constructs': [
    [
      'AccessKey "app/Low" and "app/Key" are stored in one secret, "s-1": each would overwrite the other',
      managed('app/Low2', 'app/Secret'),
    ],
    (stack) => {
      const given = { bucketIds: ['b-1'], permissions: PERMISSIONS };
      keyIn(stack, 'Key').storeInSecret(Secret.fromSecretId(stack, 'Same', 's-1'));
      new l1.AccessKey(stack, 'Low', { ...given, storeIn: { secretId: 's-1' } });
      const secret = new l1.Secret(stack, 'Secret', { name: 'x', valueWo: expr('var.value'), valueWoVersion: '1' });
      new l1.AccessKey(stack, 'Low2', { ...given, storeIn: { secretId: secret.id } });
    },
  ],
  'one name of two stacks of a known project': [
    [sameName('AccessKey "other/Key"', 'app/Key', 'a'), sameName('Secret "other/Secret"', 'app/Secret', 'b')],
    (stack, other) => {
      for (const each of [stack, other]) {
        keyIn(each, 'Key').storeIn('a');
        new Secret(each, 'Secret', { secretName: 'b' });
      }
    },
  ],
  'one name taken over by two stacks of a known project': [
    [sameImport('name:old', 'other/Secret', 'app/Secret')],
    (stack, other) => {
      for (const each of [stack, other]) new Secret(each, 'Secret', { secretName: each.node.id, importId: 'name:old' });
    },
  ],
  'one key taken over as both kinds, and with importFrom': [
    [sameImport('k-1', 'app/Turning', 'app/Key')],
    (stack) => {
      keyIn(stack, 'Key', { importId: 'k-1' });
      new RotatingAccessKey(stack, 'Turning', {
        permission: Permission.READ,
        buckets: [Bucket.fromBucketId(stack, 'B', 'b-1')],
      }).resource.importFrom('k-1');
    },
  ],
};

test.each(Object.entries(CLASHES))('C8: %s: one object that is said twice is an error', (_what, [expected, build]) => {
  const app = makeApp();
  const projectId = 'p-1';

  build(stackWith(app, 'app', { projectId }), stackWith(app, 'other', { projectId }), app);

  const found = problemsOf(app);
  expect(found.map((line, index) => line.slice(0, expected[index]?.length))).toEqual(expected);
});

/** The same part of a program in a stack: whatever takes a name, imports, or stores. */
function part(stack: TerraformStack): void {
  keyIn(stack, 'ByName').storeIn('by-name');
  keyIn(stack, 'Found').storeInSecret(Secret.fromSecretName(stack, 'FoundSecret', 'found'));
  keyIn(stack, 'Own').storeInSecret(new Secret(stack, 'Own secret', { secretName: 'own' }));
  new Secret(stack, 'Imported', { secretName: 'imported', importId: 'name:imported', value: valueIn(stack) });
}

/** Programs that must stay legal. */
const LEGAL: Readonly<Record<string, (app: App) => void>> = {
  'two accounts, whose tokens are variables of different names': (app) => {
    for (const account of ['blue', 'green']) {
      const stack = new TerraformStack(app, account);
      const token = SecretValue.fromVariable(stack, `${account}_token`);
      new CofferProvider(stack, 'coffer', { projectId: 'p-1', token });
      new Secret(stack, 'Secret', { secretName: 'shared' });
    }
  },
  'stages of one program at two services': (app) => {
    for (const stage of ['staging', 'production']) {
      const stack = stackWith(app, stage, { projectId: 'main', baseUrl: `https://${stage}.example` });
      part(stack);
      keyIn(stack, 'Key').storeInSecret(Secret.fromSecretId(stack, 'Secret', 's-1'));
      new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1), importId: 'b-1' });
    }
  },
  'two accounts of one stack, by variable, file or header': (app) => {
    const stack = makeStack(app);
    const accounts: CofferProviderProps[] = [
      { token: SecretValue.fromVariable(stack, 'one') },
      { token: SecretValue.fromVariable(stack, 'two') },
      { tokenFile: '/run/one' },
      { tokenFile: '/run/two' },
      { headers: { 'x-tenant': SecretValue.unsafePlainText('one') } },
      { headers: { 'x-tenant': SecretValue.unsafePlainText('two') } },
    ];
    for (const [index, props] of accounts.entries()) {
      const provider = new CofferProvider(stack, `c${index}`, { alias: `c${index}`, ...props });
      new Secret(stack, `Secret${index}`, { secretName: 'same', provider });
      const found = Secret.fromSecretName(stack, `Found${index}`, 'found', { provider });
      keyIn(stack, `Key${index}`, { provider }).storeInSecret(found);
    }
  },
  'providers that overrides tell apart': (app) => {
    const stack = makeStack(app);
    new CofferProvider(stack, 'eu', { alias: 'eu', projectId: 'p-1' });
    const [one, two, three] = ['One', 'Two', 'Three'].map((id) => new Secret(stack, id, { secretName: 'same' }));
    one?.resource.addOverride('provider', 'coffer.eu');
    two?.resource.addOverride('project_id', 'p-2');
    three?.resource.addOverride('project_id', 'p-3');
  },
  'expressions with the same text in two stacks': (app) => {
    for (const id of ['app', 'other']) {
      const stack = stackWith(app, id, { projectId: 'p-1' });
      keyIn(stack, 'Key').storeInSecret(Secret.fromSecretId(stack, 'Same', expr('local.secret_id')));
      keyIn(stack, 'Key2').storeIn(variableIn(stack, 'own').stringValue);
      const [name, secretId] = [variableIn(stack, 'name').stringValue, variableIn(stack, 'id').stringValue];
      keyIn(stack, 'Key3').storeInSecret(Secret.fromSecretName(stack, 'Found', name));
      keyIn(stack, 'Key4').storeInSecret(Secret.fromSecretId(stack, 'Id', Fn.trimspace(secretId)));
    }
  },
  'instances of iterators': (app) => {
    const stack = makeStack(app);
    for (const id of ['One', 'Two']) {
      const forEach = TerraformIterator.fromList([`${id}-1`, `${id}-2`]);
      const key = keyIn(stack, id);
      key.storeInSecret(Secret.fromSecretId(stack, `${id}Secret`, forEach.value));
      key.resource.forEach = forEach;
      new l1.Secret(stack, `${id}Low`, { name: 'same', forEach });
    }
  },
  'blue and green keys, one of which has a count of nothing': (app) => {
    const stack = makeStack(app);
    const isBlue = new TerraformVariable(stack, 'blue', { type: 'bool' }).booleanValue;
    const [blue, green] = ['Blue', 'Green'].map((id) => keyIn(stack, id));
    for (const [key, id] of [
      [blue, 'B'],
      [green, 'G'],
    ] as const) {
      key?.storeInSecret(Secret.fromSecretName(stack, id, 'shared'));
    }
    blue?.resource.addOverride('count', Token.asString(Fn.conditional(isBlue, 1, 0)));
    if (green) green.resource.count = TerraformCount.of(0);
  },
  'ids of different kinds that are the same text': (app) => {
    const stack = makeStack(app);
    const given = { importId: 'x-1' };
    new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1), ...given });
    new Secret(stack, 'Secret', { secretName: 's', ...given });
    const password = valueIn(stack);
    new PullSecret(stack, 'Pull', { server: 'ghcr.io', username: 'me', password, ...given });
    keyIn(stack, 'Key', given);
  },
  'two secrets of one name that are told apart by their ids': (app) => {
    const stack = makeStack(app);
    for (const id of ['1', '2']) {
      const attributes = { secretId: `s-${id}`, secretName: 'same' };
      keyIn(stack, `Key${id}`).storeInSecret(Secret.fromSecretAttributes(stack, `Secret${id}`, attributes));
    }
  },
  'stages in two projects that a test points at an emulator': (app) => {
    for (const stage of ['staging', 'production']) {
      const stack = stackWith(app, stage, { projectId: stage });
      part(stack);
      keyIn(stack, 'Id').storeInSecret(Secret.fromSecretId(stack, 'Same', `s-${stage}`));
    }
    CofferTesting.offline(app, { baseUrl: 'http://127.0.0.1:8080', token: 't', projectId: 'test' });
  },
};

test.each(Object.entries(LEGAL))('C8: %s: objects that only look the same are legal', (_what, build) => {
  const app = makeApp();

  build(app);

  expect(problemsOf(app)).toEqual([]);
});

test('C11: the objects of another stack are compared as they are now', () => {
  const app = makeApp();
  const [stack, other] = ['app', 'other'].map((id) => stackWith(app, id, { projectId: 'p-1' })) as [
    TerraformStack,
    TerraformStack,
  ];
  new Secret(stack, 'Secret', { secretName: 'same' });
  const there = new Secret(other, 'Secret', { secretName: 'same' });
  const text = sameName('Secret "other/Secret"', 'app/Secret', 'same');
  for (const each of [stack, other]) expect(() => synth(each)).toThrow(text);

  there.resource.addOverride('name', 'another');
  expect([stack, other].map((each) => onlyResource(each, 'coffer_secret').name)).toEqual(['same', 'another']);

  there.resource.addOverride('name', 'same');
  for (const each of [other, stack]) expect(() => synth(each)).toThrow(text);

  app.node.tryRemoveChild('other');
  expect(onlyResource(stack, 'coffer_secret')).toMatchObject({ name: 'same' });
});

test('C8: instances of one key are not stored in one secret', () => {
  const several: readonly ((key: AccessKey) => void)[] = [
    ({ resource }) => (resource.count = 2),
    ({ resource }) => (resource.count = TerraformCount.of(3)),
    ({ resource }) => resource.addOverride('count', 2),
    ({ resource }) => (resource.forEach = TerraformIterator.fromList(['a', 'b'])),
    ({ resource }) => (resource.forEach = TerraformIterator.fromMap({ a: '1', b: '2' })),
    ({ resource }) => resource.addOverride('for_each', { a: 1, b: 2 }),
  ];
  for (const repeat of several) {
    const app = makeApp();
    const stack = stackWith(app, 'app');
    const [one, two] = [keyIn(stack, 'One'), keyIn(stack, 'Two')];
    one.storeInSecret(Secret.fromSecretId(stack, 'Secret', 's-1'));
    two.storeIn('two');
    repeat(one);
    repeat(two);

    expect(problemsOf(app)).toEqual(
      ['One', 'Two'].map(
        (id) =>
          `AccessKey "app/${id}" has several instances, which are all stored in one secret: each would overwrite the other. ` +
          'Name or choose the secret by the instance, or define one key for each',
      ),
    );
  }
});

test('a key that is there once or not at all, and one with a secret for each instance, are stored', () => {
  const app = makeApp();
  const stack = stackWith(app, 'app');
  const count = variableIn(stack, 'count').numberValue;
  const elements = TerraformIterator.fromList(['a', 'b']);
  const sinks: Readonly<Record<string, readonly [sink: string, by: Pick<TerraformResource, 'count' | 'forEach'>]>> = {
    Unknown: ['s-1', { count: TerraformCount.of(count) }],
    Once: ['s-2', { count: 1 }],
    Single: ['s-3', { forEach: TerraformIterator.fromList(['a']) }],
    Given: ['s-4', { forEach: TerraformIterator.fromList(variableIn(stack, 'list').listValue) }],
    Each: [`s-${elements.value}`, { forEach: elements }],
    Counted: [`s-${expr('count.index')}`, { count: 2 }],
  };
  for (const [id, [secretId, by]] of Object.entries(sinks)) {
    const { resource } = keyIn(stack, id);
    Object.assign(resource, by);
    resource.putStoreIn({ secretId });
  }

  expect(problemsOf(app)).toEqual([]);
});
