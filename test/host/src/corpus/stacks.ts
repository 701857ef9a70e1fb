import {
  App,
  CloudBackend,
  DataTerraformRemoteStateLocal,
  HttpBackend,
  LocalBackend,
  NamedCloudWorkspace,
  S3Backend,
  type TerraformElement,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
} from 'cdktf';
import { Construct } from 'constructs';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  CofferProvider,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { inApp, PROJECTS, type Programs, stackWithProvider } from './program';

const maxSize = Size.gibibytes(1);

/** The program of a shop, of which there is one for each stage. */
class Shop extends TerraformStack {
  constructor(scope: Construct, id: string, projectId?: string) {
    super(scope, id);
    new CofferProvider(this, 'coffer', projectId === undefined ? {} : { projectId });
    const uploads = new Bucket(this, 'Uploads', { maxSize });
    const key = new RotatingAccessKey(this, 'Web');
    uploads.grantReadWrite(key);
    key.storeIn('web-credentials');
    const other = new AccessKey(this, 'Jobs');
    uploads.grantRead(other);
    other.outputCredentials('jobs');
    new Secret(this, 'Setting', { secretName: 'setting', value: SecretValue.unsafePlainText('a setting') });
    uploads.resource.overrideLogicalId('uploads');
  }
}

/** A stack that chooses its own names in Terraform. */
class Pretty extends TerraformStack {
  protected override allocateLogicalId(element: TerraformElement): string {
    return element.node.path.replace(/\W/g, '_').toLowerCase();
  }
}

export const stacks: Programs = {
  'a bucket in one stack, and its keys in two others': inApp({ buckets: 1, keys: 2 }, (app) => {
    const uploads = new Bucket(stackWithProvider(app, 'storage'), 'Uploads', { maxSize });
    for (const id of ['web', 'jobs']) {
      const key = new AccessKey(stackWithProvider(app, id), 'Key');
      uploads.grantRead(key);
      key.outputCredentials('key');
    }
  }),
  'a chain of three stacks': inApp({ buckets: 1, keys: 1, secrets: 1 }, (app) => {
    const [storage, keys, web] = ['storage', 'keys', 'web'].map((id) => stackWithProvider(app, id)) as [
      TerraformStack,
      TerraformStack,
      TerraformStack,
    ];
    const uploads = new Bucket(storage, 'Uploads', { maxSize });
    const key = new RotatingAccessKey(keys, 'Key');
    uploads.grantRead(key);
    const secret = key.storeIn('web', {});
    new TerraformOutput(web, 'settings', { value: { bucket: uploads.alias, secret: secret.secretId } });
  }),
  'stages of one program, for two projects that the code names': inApp({}, (app) => {
    for (const projectId of PROJECTS) new Shop(app, projectId, projectId);
  }),
  'stages of one program, whose projects the environment names': inApp({}, (app) => {
    for (const stage of ['staging', 'production']) new Shop(app, stage);
  }),
  'stages in one stack, for two accounts with a token each': inApp({}, (app) => {
    const stack = new TerraformStack(app, 'app');
    for (const account of ['eu', 'us']) {
      const scope = new Construct(stack, account);
      const token = SecretValue.fromVariable(stack, `${account}_token`);
      const provider = new CofferProvider(scope, 'coffer', { alias: account, token });
      const uploads = new Bucket(scope, 'Uploads', { maxSize, provider });
      const access = new BucketAccess(scope, 'Access', { provider });
      uploads.grantReadWrite(access);
      access.keyFor(Permission.READ_WRITE).storeIn('uploads');
      const value = SecretValue.unsafePlainText(account);
      new Secret(scope, 'Account', { secretName: 'account', value, provider });
    }
  }),
  'stages in one stack, whose projects are variables': inApp({}, (app) => {
    const stack = new TerraformStack(app, 'app');
    for (const stage of ['staging', 'production']) {
      const project = new TerraformVariable(stack, `${stage}_project`, { type: 'string' });
      const provider = new CofferProvider(stack, stage, { alias: stage, projectId: project.stringValue });
      const value = SecretValue.fromVariable(stack, `${stage}_password`, { version: '1' });
      new Secret(stack, `Password-${stage}`, { secretName: 'password', value, provider });
    }
  }),
  'two services, of which one has the project of the other': inApp({}, (app) => {
    const stack = new TerraformStack(app, 'app');
    for (const region of ['eu', 'us']) {
      const baseUrl = `https://${region}.coffer.example/v1`;
      const provider = new CofferProvider(stack, region, { alias: region, baseUrl, projectId: 'shop' });
      const key = new AccessKey(stack, `Key-${region}`, { provider });
      new Bucket(stack, `Uploads-${region}`, { maxSize, provider }).grantRead(key);
      key.storeIn('uploads');
    }
  }),
  'one secret that two stacks look up, and a third one manages in another project': inApp({}, (app) => {
    for (const id of ['web', 'jobs']) {
      const stack = stackWithProvider(app, id);
      const shared = Secret.fromSecretName(stack, 'Shared', 'shared', { projectId: PROJECTS[0] });
      new TerraformOutput(stack, 'shared', { value: shared.secretId });
    }
    const value = SecretValue.unsafePlainText('a setting');
    new Secret(stackWithProvider(app, 'own'), 'Shared', { secretName: 'shared', value, projectId: PROJECTS[1] });
  }),
  'what another configuration made, by its state': inApp({}, (app) => {
    const stack = stackWithProvider(app, 'app');
    const state = new DataTerraformRemoteStateLocal(stack, 'base', { path: 'base.tfstate' });
    const uploads = Bucket.fromBucketAttributes(stack, 'Uploads', {
      bucketId: state.getString('bucket_id'),
      alias: state.getString('bucket_alias'),
      endpoint: state.getString('bucket_endpoint'),
    });
    const key = new AccessKey(stack, 'Key');
    uploads.grantRead(key);
    key.storeInSecret(Secret.fromSecretId(stack, 'Secret', state.getString('secret_id')));
    const second = new AccessKey(stack, 'Second');
    uploads.grantRead(second);
    second.storeInSecret(Secret.fromSecretId(stack, 'Other', state.getString('other_secret_id')));
  }),
  'stacks with backends of their own': inApp({}, (app) => {
    const backends: readonly ((stack: TerraformStack) => unknown)[] = [
      (stack) => new LocalBackend(stack, { path: 'own.tfstate' }),
      (stack) => new S3Backend(stack, { bucket: 'states', key: 'shop', region: 'eu-central-1' }),
      (stack) => new HttpBackend(stack, { address: 'https://states.example.com/shop' }),
      (stack) => new CloudBackend(stack, { organization: 'acme', workspaces: new NamedCloudWorkspace('shop') }),
    ];
    backends.forEach((backend, index) => {
      const stack = stackWithProvider(app, `stack-${index}`);
      backend(stack);
      new Bucket(stack, 'Uploads', { maxSize }).grantRead(new AccessKey(stack, 'Key'));
    });
  }),
  'stacks that wait for one another, and one without anything of ours': inApp({ buckets: 2 }, (app) => {
    const [first, second] = [stackWithProvider(app, 'first'), stackWithProvider(app, 'second')];
    new Bucket(first, 'Uploads', { maxSize });
    new Bucket(second, 'Uploads', { maxSize });
    second.addDependency(first);
    new TerraformOutput(new TerraformStack(app, 'third'), 'nothing', { value: 'nothing' });
  }),
  'a stack in a stack, each with a state of its own': inApp({}, (app) => {
    const outer = stackWithProvider(app, 'outer');
    new LocalBackend(outer, { path: 'outer.tfstate' });
    const inner = new TerraformStack(outer, 'inner');
    new CofferProvider(inner, 'coffer');
    const uploads = new Bucket(outer, 'Uploads', { maxSize });
    uploads.grantRead(new AccessKey(inner, 'Key'));
  }),
  'a stack that chooses its own names in Terraform': inApp(
    { buckets: 1, keys: 1, secrets: 2, variables: ['secret'] },
    (app) => {
      const stack = new Pretty(app, 'pretty');
      new CofferProvider(stack, 'coffer');
      const uploads = new Bucket(stack, 'Uploads', { maxSize });
      const key = new RotatingAccessKey(stack, 'Key');
      uploads.grantRead(key);
      key.storeIn('key');
      new Secret(stack, 'Secret', { secretName: 'secret', value: SecretValue.fromVariable(stack, 'secret') });
    },
  ),
  'settings from the context of the app': inApp({ buckets: 1 }, (app) => {
    app.node.setContext('quota', '10 GiB');
    const stack = stackWithProvider(app, String(app.node.tryGetContext('stack') ?? 'app'));
    new Bucket(stack, 'Uploads', { maxSize: Size.parse(stack.node.getContext('quota')) });
    if (!App.isApp(stack.node.root)) throw new Error('no app');
  }),
  'the provider without an alias written by an override of the stack': inApp({ secrets: 2 }, (app) => {
    const stack = new TerraformStack(app, 'app');
    const provider = new CofferProvider(stack, 'other', { alias: 'other' });
    stack.addOverride('provider.coffer', [{ project_id: PROJECTS[0] }]);
    const value = SecretValue.unsafePlainText('a setting');
    new Secret(stack, 'Setting', { secretName: 'setting', value });
    new Secret(stack, 'Other', { secretName: 'other-setting', value, provider });
  }),
};
