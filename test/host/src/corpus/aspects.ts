import { Aspects, type IAspect, TerraformElement, TerraformOutput, TerraformResource, TerraformStack } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import {
  AccessKey,
  Bucket,
  CofferTesting,
  MaxQuota,
  NoCrossStackSecrets,
  NoKeysInState,
  NoOwnerKeys,
  NoPlainTextSecrets,
  Permission,
  Policy,
  PolicyRule,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { inStack, type Programs, stackWithProvider } from './program';

const maxSize = Size.gibibytes(1);
const rotationTrigger = { quarter: '2026-1' };

/** An aspect that is a function. */
const aspect = (visit: (node: IConstruct) => void): IAspect => ({ visit });

const policies = () => [
  new NoOwnerKeys(),
  new RequireRotation(),
  new MaxQuota(Size.gibibytes(10)),
  new NoPlainTextSecrets(),
  new NoCrossStackSecrets(),
  new NoKeysInState(),
];

function cleanShop(scope: Construct): void {
  const uploads = new Bucket(scope, 'Uploads', { maxSize });
  const key = new RotatingAccessKey(scope, 'Key', { rotationTrigger });
  uploads.grantReadWrite(key);
  key.storeIn('web');
  new Secret(scope, 'Password', { secretName: 'password', value: SecretValue.fromVariable(scope, 'password') });
}

/** Aspects of our own and the policies. */
export const aspects: Programs = {
  'an aspect that describes and protects every bucket': inStack({ buckets: 2 }, (stack, app) => {
    new Bucket(stack, 'Uploads', { maxSize });
    new Bucket(new Construct(stack, 'Blog'), 'Assets', { maxSize });
    const visit = (node: IConstruct) => {
      if (!TerraformResource.isTerraformResource(node) || node.terraformResourceType !== 'coffer_bucket') return;
      node.addOverride('description', `of ${node.node.path}`);
      node.lifecycle = { ...node.lifecycle, ignoreChanges: ['max_size'] };
    };
    Aspects.of(stack).add(aspect(visit));
    Aspects.of(app).add(aspect(visit));
  }),
  'an aspect that adds an auditor of every bucket': inStack({ buckets: 2, keys: 1 }, (stack) => {
    for (const id of ['Uploads', 'Assets']) new Bucket(stack, id, { maxSize });
    const auditor = new RotatingAccessKey(stack, 'Auditor', { rotationTrigger });
    const visit = (node: IConstruct) => {
      if (node instanceof Bucket) node.grantRead(auditor);
    };
    Aspects.of(stack).add(aspect(visit));
  }),
  'an aspect that adds constructs: a key, its output and a bucket of logs': inStack(
    { buckets: 2, keys: 1 },
    (stack) => {
      new Bucket(stack, 'Uploads', { maxSize });
      const visit = (node: IConstruct) => {
        if (!TerraformStack.isStack(node) || node.node.tryFindChild('Logs')) return;
        const logs = new Bucket(node, 'Logs', { maxSize });
        const key = new AccessKey(node, 'Logger', { rotationTrigger });
        logs.grantWrite(key);
        key.outputCredentials('logger');
        Policy.suppress(key, PolicyRule.NO_KEYS_IN_STATE, 'Its program runs elsewhere');
        new TerraformOutput(node, 'logs', { value: logs.alias });
      };
      Aspects.of(stack).add(aspect(visit));
      for (const policy of policies()) Aspects.of(stack).add(policy);
    },
  ),
  'an aspect that gives names in Terraform': inStack(
    { buckets: 1, keys: 1, secrets: 2, variables: ['password'] },
    (stack) => {
      cleanShop(stack);
      const visit = (node: IConstruct) => {
        if (!TerraformElement.isTerraformElement(node) || node.node.id !== 'Resource') return;
        node.overrideLogicalId(`shop_${node.node.scope?.node.id.toLowerCase()}`);
      };
      Aspects.of(stack).add(aspect(visit));
    },
  ),
  'every policy on an app that keeps them': inStack(
    { buckets: 1, keys: 1, secrets: 3, variables: ['password'] },
    (stack, app) => {
      for (const policy of policies()) Aspects.of(app).add(policy);
      cleanShop(stack);
      const other = stackWithProvider(app, 'other');
      new Secret(other, 'Password', { secretName: 'other', value: SecretValue.fromVariable(other, 'password') });
    },
  ),
  'policies on a stack and on a scope in it, each with an exception': inStack({}, (stack) => {
    for (const policy of policies()) Aspects.of(stack).add(policy);
    const blog = new Construct(stack, 'Blog');
    for (const policy of policies()) Aspects.of(blog).add(policy);
    cleanShop(blog);
    const nightly = new AccessKey(stack, 'Nightly');
    new Bucket(stack, 'Bench', { maxSize: Size.tebibytes(1) }).grantOwner(nightly);
    Policy.suppress(stack, PolicyRule.MAX_QUOTA, 'The test bench needs the space');
    Policy.suppress(nightly, PolicyRule.REQUIRE_ROTATION, 'Made anew every night');
    Policy.suppress(nightly, PolicyRule.NO_OWNER_KEYS, 'It removes its bucket');
    Policy.suppress(nightly, PolicyRule.NO_KEYS_IN_STATE, 'Its program runs elsewhere');
    const setting = new Secret(stack, 'Setting', {
      secretName: 'setting',
      value: SecretValue.unsafePlainText('a setting'),
    });
    Policy.suppress(setting, PolicyRule.NO_PLAIN_TEXT_SECRETS, 'It is no secret');
  }),
  'policies that only warn': inStack({ warns: ['AccessKey "app/Key" is never rotated'] }, (stack) => {
    Aspects.of(stack).add(new RequireRotation({ warnOnly: true }));
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(new AccessKey(stack, 'Key'));
  }),
  'a test of grants, and an emulator to apply to': inStack({}, (stack, app) => {
    cleanShop(stack);
    const key = new AccessKey(stack, 'Reader');
    const assets = new Bucket(stack, 'Assets', { maxSize });
    assets.grantRead(key);
    CofferTesting.requireGrant(key, assets, Permission.READ);
    if (CofferTesting.hasGrant(key, assets, Permission.WRITE)) throw new Error('it may write');
    if (CofferTesting.grantsOf(app).length !== 2) throw new Error('other grants');
    CofferTesting.offline(app, {
      baseUrl: 'http://127.0.0.1:8080',
      token: 'token-of-the-emulator',
      projectId: 'test',
    });
  }),
};
