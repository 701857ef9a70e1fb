import { DataResource, Fn, TerraformOutput, TerraformResource } from 'cdktf';
import { Construct } from 'constructs';
import {
  AccessKey,
  Bucket,
  l1,
  Permission,
  RetainedBucket,
  RetainedSecret,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../../src';
import { expr } from '../expr';
import { inStack, type Programs } from './program';

const maxSize = Size.gibibytes(1);
const value = SecretValue.unsafePlainText('a setting');

/** Escape hatches, and constructs that are moved, removed or retained. */
export const hatches: Programs = {
  'arguments set on the low-level construct, and by overrides': inStack({ buckets: 1, secrets: 1 }, (stack) => {
    const archive = new Bucket(stack, 'Archive', { maxSize });
    archive.resource.forceDestroy = true;
    archive.resource.lifecycle = { ignoreChanges: ['description'], createBeforeDestroy: true };
    archive.resource.addOverride('description', 'Set by an override');
    archive.resource.putTimeouts({ create: '1m' });
    const setting = new Secret(stack, 'Setting', { secretName: 'setting', value });
    setting.resource.addOverride('timeouts', { create: '1m' });
  }),
  'one name in Terraform for resources of different types': inStack({ buckets: 1, keys: 2, secrets: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const key = new AccessKey(stack, 'Key');
    uploads.grantRead(key);
    const rotating = new RotatingAccessKey(stack, 'Rotating');
    uploads.grantRead(rotating);
    const setting = new Secret(stack, 'Setting', { secretName: 'setting', value });
    for (const { resource } of [uploads, key, rotating, setting]) resource.overrideLogicalId('main');
    new TerraformOutput(stack, 'main', { value: uploads.alias });
    Bucket.fromBucketAlias(stack, 'Found', uploads.alias).node.defaultChild;
  }),
  'a name in Terraform that is given and taken back': inStack({ buckets: 2 }, (stack) => {
    for (const id of ['One', 'Two']) {
      const { resource } = new Bucket(stack, id, { maxSize });
      resource.overrideLogicalId('same');
      if (id === 'One') resource.resetOverrideLogicalId();
    }
  }),
  'resources that were somewhere else before': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const storage = new Construct(stack, 'Storage');
    const uploads = new Bucket(storage, 'Uploads', { maxSize });
    uploads.resource.moveFromId('coffer_bucket.Uploads_C3BBCC65');
    const key = new RotatingAccessKey(storage, 'Key');
    key.resource.moveFromId('coffer_rotating_access_key.old_key');
    uploads.grantRead(key);
  }),
  'a resource that moves to another construct': inStack({}, (stack) => {
    const [here, there] = [new l1.Secret(stack, 'Here', { name: 's', value: 'x' }), new Construct(stack, 'There')];
    const target = new l1.Secret(there, 'Secret', { name: 'setting', value: 'a setting' });
    target.addMoveTarget('setting');
    here.moveTo('setting');
  }),
  'constructs that are removed, and replaced at their place': inStack({ buckets: 1, keys: 1, secrets: 2 }, (stack) => {
    const key = new AccessKey(stack, 'Key');
    new Bucket(stack, 'Uploads', { maxSize }).grantRead(key);
    new Secret(stack, 'Setting', { secretName: 'setting', value });
    new AccessKey(stack, 'Old', { permission: Permission.READ, buckets: [] }).storeIn('old');
    for (const id of ['Uploads', 'Setting', 'Old']) stack.node.tryRemoveChild(id);
    new Bucket(stack, 'Uploads', { maxSize });
    new Secret(stack, 'Renamed', { secretName: 'setting', value });
    new Secret(stack, 'Taken', { secretName: 'old', value });
  }),
  'a bucket and a secret that stay at the service, and a key that goes on': inStack({}, (stack) => {
    new RetainedBucket(stack, 'Archive');
    new RetainedSecret(stack, 'Password', { logicalId: 'password' });
    const archive = Bucket.fromBucketId(stack, 'Kept', 'b-31c2f218');
    archive.grantRead(new AccessKey(stack, 'Key'));
    // The name is free here: Terraform manages the old one no longer.
    new Secret(new Construct(stack, 'Next'), 'Password', { secretName: 'password-2', value });
  }),
  'dependencies of every kind': inStack({ buckets: 4, secrets: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const setting = new Secret(stack, 'Setting', { secretName: 'setting', value, dependsOn: [uploads] });
    const foreign = new DataResource(stack, 'foreign', { input: { bucket: uploads.alias }, dependsOn: [setting] });
    const late = new Bucket(stack, 'Late', { maxSize, dependsOn: [foreign, setting] });
    const low = new l1.Bucket(stack, 'Low', { maxSize: 1024, dependsOn: [late] });
    new Bucket(stack, 'Last', { maxSize, dependsOn: [low, Secret.fromSecretId(stack, 'Theirs', 's-1')] });
  }),
  'provisioners, conditions and what replaces': inStack({ buckets: 1, secrets: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const marker = new DataResource(stack, 'marker', { triggersReplace: { alias: uploads.alias } });
    const setting = new Secret(stack, 'Setting', { secretName: 'setting', value });
    setting.resource.lifecycle = {
      // The frameworks write an object here as an expression, which Terraform refuses.
      replaceTriggeredBy: [`terraform_data.${marker.friendlyUniqueId}`],
      precondition: [{ condition: Fn.startswith(uploads.alias, ''), errorMessage: 'no alias' }],
    };
    setting.resource.provisioners = [{ type: 'local-exec', command: 'true' }];
  }),
  'resources that only overrides of the stack declare': inStack({ buckets: 1, keys: 1 }, (stack) => {
    stack.addOverride('resource.coffer_bucket.raw', { max_size: 1024 });
    stack.addOverride('output.raw', { value: expr('coffer_bucket.raw.alias') });
    stack.addOverride('terraform.required_providers.coffer', { source: 'coffer/coffer', version: '~> 0.1' });
    const key = new AccessKey(stack, 'Key');
    Bucket.fromBucketId(stack, 'Raw', expr('coffer_bucket.raw.id')).grantRead(key);
  }),
  'resources of another provider that use ours': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize });
    const key = new AccessKey(stack, 'Key');
    uploads.grantRead(key);
    const user = new TerraformResource(stack, 'user', { terraformResourceType: 'terraform_data' });
    user.addOverride('input', { ...uploads.environment(key), note: `of ${uploads.bucketId}` });
    new TerraformOutput(stack, 'user_id', { value: user.getStringAttribute('id') });
  }),
};
