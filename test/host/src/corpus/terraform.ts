import {
  DataResource,
  Fn,
  Op,
  propertyAccess,
  TerraformCount,
  TerraformHclModule,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformVariable,
  Token,
  VariableType,
} from 'cdktf';
import { inRoot } from '../../../../scripts/support/paths';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  Duration,
  l1,
  PullSecretApi,
  RotatingAccessKey,
  S3Addressing,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { expr } from '../expr';
import { inStack, PROJECTS, type Programs } from './program';

const maxSize = Size.gibibytes(1);
const MODULE = inRoot('test/host/src/corpus/module');

/** Iterators, modules, functions, variables and outputs. */
export const terraform: Programs = {
  'an iterator over a map, for low-level buckets and a key to all of them': inStack(
    { buckets: 2, keys: 1 },
    (stack) => {
      const quotas = new TerraformVariable(stack, 'quotas', {
        type: 'map(number)',
        default: { assets: 1024, uploads: 2048 },
      });
      const iterator = TerraformIterator.fromMap(quotas.value);
      const buckets = new l1.Bucket(stack, 'Each', { forEach: iterator, maxSize: Token.asNumber(iterator.value) });
      const ids = Token.asList(TerraformIterator.fromResources(buckets).pluckProperty('id'));
      new l1.AccessKey(stack, 'Key', { bucketIds: ids, permissions: { read: true } });
      new TerraformOutput(stack, 'ids', { value: ids });
    },
  ),
  'an iterator over a list, for low-level secrets': inStack({ secrets: 2 }, (stack) => {
    const names = TerraformIterator.fromList(['db', 'mail']);
    new l1.Secret(stack, 'Each', { forEach: names, name: names.value, value: 'a setting' });
  }),
  'an iterator over objects, and one over the resources of it': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const settings = new TerraformVariable(stack, 'settings', {
      type: 'list(object({ name = string, quota = number }))',
      default: [{ name: 'assets', quota: 1024 }],
    });
    const iterator = TerraformIterator.fromComplexList(settings.value, 'name');
    const buckets = new l1.Bucket(stack, 'Each', {
      forEach: iterator,
      maxSize: iterator.getNumber('quota'),
      description: iterator.getString('name'),
    });
    const each = TerraformIterator.fromResources(buckets);
    new l1.AccessKey(stack, 'Keys', {
      forEach: each,
      bucketIds: [each.getString('id')],
      permissions: { read: true },
    });
  }),
  'a count of low-level keys': inStack({ buckets: 1, keys: 2 }, (stack) => {
    const count = TerraformCount.of(2);
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const rotationTrigger = { number: Token.asString(count.index) };
    new l1.AccessKey(stack, 'Keys', {
      count,
      bucketIds: [uploads.bucketId],
      permissions: { read: true },
      rotationTrigger,
    });
  }),
  'constructs of ours over which an override iterates, that nothing refers to': inStack(
    { buckets: 2, secrets: 1 },
    (stack) => {
      const bucket = new Bucket(stack, 'Each', { maxSize });
      bucket.resource.addOverride('for_each', Fn.toset(['assets', 'uploads']));
      bucket.resource.addOverride('description', expr('each.key'));
      const secret = new Secret(stack, 'Optional', { secretName: 'optional', value: SecretValue.unsafePlainText('x') });
      secret.resource.count = TerraformCount.of(1);
    },
  ),
  'a module between our constructs': inStack({ buckets: 1, secrets: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const names = new TerraformHclModule(stack, 'names', {
      source: MODULE,
      variables: { stage: 'Staging', bucket: uploads.alias },
      dependsOn: [uploads],
    });
    new Secret(stack, 'Setting', {
      secretName: names.getString('secret_name'),
      value: SecretValue.unsafePlainText(names.getString('description')),
      dependsOn: [names],
    });
  }),
  'variables of every type, and locals': inStack({ buckets: 1 }, (stack) => {
    const variable = (name: string, type: string, value: unknown) =>
      new TerraformVariable(stack, name, { type, default: value, nullable: false, description: `The ${name}` });
    const tags = variable('tags', VariableType.MAP_STRING, { team: 'shop' });
    const zones = variable('zones', VariableType.LIST_STRING, ['a', 'b']);
    const enabled = variable('enabled', VariableType.BOOL, true);
    const stage = variable('stage', VariableType.STRING, 'staging');
    stage.addValidation({
      condition: Fn.contains(['staging', 'production'], stage.value),
      errorMessage: 'Unknown stage.',
    });
    const prefix = new TerraformLocal(stack, 'prefix', `${stage.stringValue}-shop`);
    const objects = new TerraformLocal(stack, 'objects', { zones: zones.listValue, tags: tags.value });
    new Bucket(stack, 'Uploads', {
      maxSize,
      description: `${prefix.asString} ${Fn.lookup(tags.value, 'team', 'none')} ${Fn.element(zones.listValue, 0)}`,
      emptyOnDelete: true,
    }).resource.deletionProtection = Op.not(enabled.booleanValue);
    new TerraformOutput(stack, 'all', { value: objects.expression });
    new TerraformOutput(stack, 'zone', { value: propertyAccess(objects.expression, ['zones', 0]) });
  }),
  'functions over attributes that are no secret': inStack({ buckets: 1, secrets: 2 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const [one, two] = [1, 2].map(
      (n) =>
        new Secret(stack, `S${n}`, {
          secretName: `s-${n}`,
          value: SecretValue.unsafePlainText('x'),
        }),
    ) as [Secret, Secret];
    const ids = Fn.merge([{ first: one.secretId }, { second: two.secretId }]);
    new TerraformOutput(stack, 'json', {
      value: Fn.jsonencode({ ids, bucket: uploads.alias, name: one.secretName }),
    });
    new TerraformOutput(stack, 'yaml', { value: Fn.yamlencode({ bucket: uploads.bucketId }) });
    new TerraformOutput(stack, 'text', { value: Fn.format('%s at %s', [uploads.alias, uploads.endpoint]) });
    new TerraformOutput(stack, 'hash', { value: Fn.sha256(uploads.bucketId) });
    const chosen = Fn.conditional(Op.eq(uploads.alias, 'none'), 'none', Fn.upper(uploads.alias));
    new TerraformOutput(stack, 'chosen', { value: chosen });
    new TerraformOutput(stack, 'tried', { value: Fn.try([uploads.alias, 'none']) });
  }),
  'outputs of every kind': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const key = new AccessKey(stack, 'Key');
    uploads.grantRead(key);
    const half = new TerraformOutput(stack, 'half', { value: key.secretAccessKey, sensitive: true });
    half.overrideLogicalId('secret_half');
    new TerraformOutput(stack, 'static', { value: [uploads.alias, key.keyId], staticId: true });
    new TerraformOutput(stack, 'checked', {
      value: uploads.bucketId,
      precondition: { condition: Op.neq(uploads.bucketId, 'none'), errorMessage: 'no id' },
    });
    // A local and a variable may have the names of outputs.
    new TerraformLocal(stack, 'static-local', 'x').overrideLogicalId('secret_half');
    new TerraformVariable(stack, 'checked-variable', { type: 'string', default: 'x' }).overrideLogicalId('checked');
  }),
  'a second provider by its alias, with every setting': inStack({}, (stack) => {
    const provider = new CofferProvider(stack, 'second', {
      alias: 'second',
      projectId: PROJECTS[1],
      maxConcurrentRequests: 4,
      maxRetries: 2,
      requestTimeout: Duration.seconds(20),
      retryWaitMin: Duration.millis(100),
      retryWaitMax: Duration.seconds(5),
      listConfirmation: Duration.seconds(0),
      pullSecretApi: PullSecretApi.CREATE_ONLY,
      s3Region: 'eu-central-1',
      s3Addressing: S3Addressing.PATH,
      skipRegistryValidation: true,
      trustLists: true,
    });
    const uploads = new Bucket(stack, 'Uploads', { maxSize, provider });
    const key = new RotatingAccessKey(stack, 'Key', { provider });
    uploads.grantRead(key);
    key.storeIn('uploads');
    new Secret(stack, 'Uploads secret', { secretName: 'uploads', value: SecretValue.unsafePlainText('another one') });
  }),
  'a provider whose token, headers and key are variables': inStack({}, (stack) => {
    const provider = new CofferProvider(stack, 'gateway', {
      alias: 'gateway',
      token: SecretValue.fromVariable(stack, 'gateway_token', { description: 'Token at the gateway' }),
      headers: { 'x-gateway': SecretValue.fromVariable(stack, 'gateway_header') },
      fingerprintKey: SecretValue.fromVariable(stack, 'fingerprints'),
    });
    new Bucket(stack, 'Uploads', { maxSize, provider });
    new l1.DataCofferBuckets(stack, 'All', { provider });
  }),
  'times and sizes that Terraform computes': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const hours = new TerraformVariable(stack, 'hours', { type: 'number', default: 2 });
    const uploads = new Bucket(stack, 'Uploads', {
      maxSize: Size.bytes(Token.asNumber(Op.mul(hours.numberValue, 1024))),
      createTimeout: Duration.parse('90s'),
    });
    uploads.grantRead(new RotatingAccessKey(stack, 'Key', { overlap: Duration.parse('PT36H') }));
    new DataResource(stack, 'seconds', { input: { s: Duration.hours(hours.numberValue).toSeconds() } });
  }),
};
