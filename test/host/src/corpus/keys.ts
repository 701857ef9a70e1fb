import { Fn, TerraformOutput, TerraformResource } from 'cdktf';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  Duration,
  EphemeralAccessKey,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { inStack, type Programs } from './program';

const maxSize = Size.gibibytes(1);

export const keys: Programs = {
  'a key with its permission and buckets, and one more bucket later': inStack({ buckets: 2, keys: 1 }, (stack) => {
    const [assets, uploads] = [new Bucket(stack, 'Assets', { maxSize }), new Bucket(stack, 'Uploads', { maxSize })];
    const key = new AccessKey(stack, 'Key', { permission: Permission.READ_WRITE, buckets: [assets] });
    key.addBucket(uploads);
    // No more than the key declares.
    uploads.grantRead(key);
    assets.grantWrite(key);
  }),
  'access to buckets with different permissions': inStack({ buckets: 2, keys: 2, secrets: 1 }, (stack) => {
    const [assets, uploads] = [new Bucket(stack, 'Assets', { maxSize }), new Bucket(stack, 'Uploads', { maxSize })];
    const web = new BucketAccess(stack, 'Web', { rotationTrigger: { quarter: '2026-1' } });
    assets.grantRead(web);
    uploads.grantReadWrite(web);
    uploads.grantRead(web);
    web.keyFor(Permission.READ_WRITE).outputCredentials('uploads');
    web.keyFor(Permission.READ).storeIn('assets-reader');
  }),
  'keys that outputs show, by default names and by given ones': inStack({ buckets: 1, keys: 3 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    for (const id of ['One', 'Two']) {
      const key = new AccessKey(stack, id);
      uploads.grantRead(key);
      key.outputCredentials();
      // A repeated call, as from a helper.
      key.outputCredentials();
    }
    const rotating = new RotatingAccessKey(stack, 'Rotating');
    uploads.grantRead(rotating);
    rotating.outputCredentials('rotating');
    new TerraformOutput(stack, 'previous', { value: Fn.coalesce([rotating.previousAccessKeyId, 'none']) });
    new TerraformOutput(stack, 'rotated_at', { value: rotating.rotatedAt });
  }),
  'an output of our own beside that of a key, and a bucket of the same name': inStack(
    { buckets: 1, keys: 1 },
    (stack) => {
      const reader = new Bucket(stack, 'reader', { maxSize });
      const key = new AccessKey(stack, 'Reader');
      reader.grantRead(key);
      key.outputCredentials('reader');
      new TerraformOutput(stack, 'reader_bucket', { value: reader.alias });
    },
  ),
  'a key that a later lifecycle says more about': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const key = new AccessKey(stack, 'Key');
    key.resource.lifecycle = { ignoreChanges: ['rotation_trigger'] };
    key.resource.addOverride('timeouts.create', '10m');
    uploads.grantRead(key);
  }),
  'a key of one month, and a rotating one with an overlap': inStack({ buckets: 1, keys: 2 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    uploads.grantRead(new AccessKey(stack, 'Monthly', { rotationTrigger: { month: '2026-01' } }));
    const overlap = Duration.parse('1d').plus(Duration.hours(12));
    uploads.grantWrite(new RotatingAccessKey(stack, 'Rotating', { overlap, rotationTrigger: { by: uploads.alias } }));
  }),
  'a key that the provider time rotates': inStack({}, (stack) => {
    stack.addOverride('terraform.required_providers.time', { source: 'hashicorp/time', version: '>= 0.7.0' });
    const quarter = new TerraformResource(stack, 'quarter', { terraformResourceType: 'time_rotating' });
    quarter.addOverride('rotation_minutes', 90 * 24 * 60);
    const key = new RotatingAccessKey(stack, 'Key', {
      rotationTrigger: { quarter: quarter.getStringAttribute('id') },
    });
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(key);
  }),
  'a key of another provider program, by its credentials': inStack(
    { buckets: 1, secrets: 1, variables: ['legacy_secret_access_key'] },
    (stack) => {
      const uploads = new Bucket(stack, 'Uploads', { maxSize });
      const legacy = AccessKey.fromAccessKeyAttributes(stack, 'Legacy', {
        accessKeyId: 'GK31c2f218a2e44f485b94239e',
        secretAccessKey: SecretValue.fromVariable(stack, 'legacy_secret_access_key'),
        endpoint: 'https://s3.example.com',
      });
      const value = SecretValue.fromEphemeral(Fn.jsonencode(uploads.environment(legacy)), { version: '1' });
      new Secret(stack, 'Environment', { secretName: 'environment', value });
      new TerraformOutput(stack, 'imported', { value: AccessKey.fromAccessKeyId(stack, 'Known', 'GK1').accessKeyId });
    },
  ),
  'a key that exists already': inStack({}, (stack) => {
    const buckets = [Bucket.fromBucketId(stack, 'Old', 'b-31c2f218')];
    const key = new AccessKey(stack, 'Key', { permission: Permission.READ, buckets, importId: 'k-1' });
    new TerraformOutput(stack, 'key_id', { value: key.accessKeyId });
  }),
  'a key for one run, whose halves are handed over': inStack({ buckets: 1, secrets: 2 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const key = new EphemeralAccessKey(stack, 'Handover', { openTimeout: Duration.minutes(1), dependsOn: [uploads] });
    uploads.grantRead(key);
    const login = Fn.jsonencode({ id: key.accessKeyId, secret: key.secretAccessKey, url: key.endpoint });
    new Secret(stack, 'Login', { secretName: 'login', value: SecretValue.fromEphemeral(login, { version: '1' }) });
    const value = SecretValue.fromEphemeral(key.secretAccessKey, { version: '1' });
    new Secret(stack, 'Half', { secretName: 'half', value });
  }),
  'a key for one run, with its buckets in its props': inStack({ buckets: 1, secrets: 1 }, (stack) => {
    const buckets = [new Bucket(stack, 'Uploads', { maxSize })];
    const key = new EphemeralAccessKey(stack, 'Key', { permission: Permission.OWNER, buckets });
    const value = SecretValue.fromEphemeral(key.secretAccessKey);
    new Secret(stack, 'Half', { secretName: 'half', value });
  }),
  'a key that waits for everything': inStack({ buckets: 1, keys: 2, secrets: 2 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const secret = new Secret(stack, 'Secret', { secretName: 's', value: SecretValue.unsafePlainText('x') });
    const old = Bucket.fromBucketId(stack, 'Old', 'b-31c2f218');
    const first = new RotatingAccessKey(stack, 'First', { dependsOn: [uploads, secret, old] });
    uploads.grantRead(first);
    const stored = first.storeIn('first');
    const second = new AccessKey(stack, 'Second', { dependsOn: [first, stored] });
    uploads.grantRead(second);
  }),
};
