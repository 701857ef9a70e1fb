import { Fn, TerraformIterator, TerraformLocal, TerraformOutput, TerraformVariable, Token } from 'cdktf';
import { Construct } from 'constructs';
import {
  AccessKey,
  Bucket,
  BucketGrants,
  BucketWait,
  CofferFunctions,
  CofferProvider,
  DestroyCheck,
  Duration,
  l1,
  Permission,
  RemovalPolicy,
  RotatingAccessKey,
  Size,
} from '../../../../src';
import { inStack, type Programs } from './program';

/** A construct of a practitioner, used several times. */
class Storage extends Construct {
  readonly assets: Bucket;
  readonly uploads: Bucket;

  constructor(scope: Construct, id: string, maxSize: Size) {
    super(scope, id);
    this.assets = new Bucket(this, 'Assets', { maxSize });
    this.uploads = new Bucket(this, 'Uploads', { maxSize });
  }
}

export const buckets: Programs = {
  'a bucket with every prop': inStack({}, (stack) => {
    new Bucket(stack, 'Uploads', {
      maxSize: Size.gibibytes(10),
      description: 'What customers "upload" for \\$ nothing',
      waitFor: BucketWait.LISTED,
      removalPolicy: RemovalPolicy.DESTROY,
      deletionProtection: false,
      emptyOnDelete: true,
      destroyCheck: DestroyCheck.SERVER,
      createTimeout: Duration.minutes(2),
      readTimeout: Duration.seconds(30),
      updateTimeout: Duration.minutes(2),
      deleteTimeout: Duration.hours(2),
    });
  }),
  'quotas from variables, as a number and as text': inStack({ buckets: 2 }, (stack) => {
    const bytes = new TerraformVariable(stack, 'quota_bytes', { type: 'number', default: 1024 });
    const text = new TerraformVariable(stack, 'quota', { type: 'string', default: '1GiB' });
    new Bucket(stack, 'Small', { maxSize: Size.bytes(bytes.numberValue) });
    new Bucket(stack, 'Large', {
      maxSize: Size.bytes(CofferFunctions.parseSize(text.stringValue)),
      description: `${text.stringValue}, in bytes ${CofferFunctions.formatSize(bytes.numberValue)}`,
    });
  }),
  'a quota that Size cannot say': inStack({}, (stack) => {
    new Bucket(stack, 'Huge', { maxSize: Size.pebibytes(1) }).resource.addOverride('max_size', '9223372036854775807');
  }),
  'buckets in a loop over a configuration object': inStack({ buckets: 4 }, (stack) => {
    const quotas = { Assets: '1 GiB', Thumbnails: '1.5 TiB', Logs: '500 MB', Cache: '1024' };
    for (const [id, quota] of Object.entries(quotas)) new Bucket(stack, id, { maxSize: Size.parse(quota) });
  }),
  'a construct of our own with buckets, used twice, and one key for each': inStack({ buckets: 4, keys: 2 }, (stack) => {
    for (const id of ['Shop', 'Blog']) {
      const storage = new Storage(stack, id, Size.mebibytes(10));
      const key = new RotatingAccessKey(storage, 'Key');
      storage.assets.grantRead(key);
      storage.uploads.grantRead(key);
    }
  }),
  'a bucket that is referred to twice by its id, for one key': inStack({}, (stack) => {
    const key = new AccessKey(stack, 'Key');
    for (const id of ['One', 'Same']) Bucket.fromBucketId(stack, id, 'b-31c2f218').grantRead(key);
    new AccessKey(stack, 'Other', {
      permission: Permission.READ,
      buckets: [Bucket.fromBucketId(stack, 'It', 'b-31c2f218')],
    });
  }),
  'a bucket of this stack that is referred to by its id, too': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize: Size.gibibytes(1) });
    const again = Bucket.fromBucketId(stack, 'Again', uploads.bucketId);
    const key = new AccessKey(stack, 'Key');
    uploads.grantRead(key);
    again.grantWrite(key);
  }),
  'buckets of somebody else, by alias and by attributes': inStack({}, (stack) => {
    const found = Bucket.fromBucketAlias(stack, 'Found', 'shared-assets');
    const told = Bucket.fromBucketAttributes(stack, 'Told', {
      bucketId: 'b-31c2f218',
      alias: 'told',
      endpoint: 's3.example.com',
    });
    const key = new AccessKey(stack, 'Key');
    for (const bucket of [found, told]) bucket.grantRead(key);
    new TerraformOutput(stack, 'settings', { value: told.environment(key), sensitive: true });
    new TerraformOutput(stack, 'found_at', { value: `${found.endpoint}/${found.alias}` });
  }),
  'protection by the provider, from which one bucket is exempt': inStack({}, (stack) => {
    const provider = new CofferProvider(stack, 'protecting', { alias: 'protecting', deletionProtection: true });
    const props = { maxSize: Size.gibibytes(1), provider };
    new Bucket(stack, 'Kept', props);
    new Bucket(stack, 'Guarded', { ...props, removalPolicy: RemovalPolicy.PROTECT });
    new Bucket(stack, 'Scratch', { ...props, deletionProtection: false, removalPolicy: RemovalPolicy.DESTROY });
  }),
  'a protected bucket whose lifecycle says more': inStack({}, (stack) => {
    const archive = new Bucket(stack, 'Archive', { maxSize: Size.gibibytes(1), deletionProtection: true });
    archive.applyRemovalPolicy(RemovalPolicy.PROTECT);
    archive.applyRemovalPolicy(RemovalPolicy.PROTECT);
    archive.resource.lifecycle = { ignoreChanges: ['description'] };
  }),
  'buckets that exist already, taken over by their ids': inStack({}, (stack) => {
    new Bucket(stack, 'Old', { maxSize: Size.gibibytes(1), importId: 'b-31c2f218' });
    new Bucket(stack, 'Older', { maxSize: Size.gibibytes(1) }).resource.importFrom('b-44a09d17');
    new l1.Bucket(stack, 'Oldest', { maxSize: 1024 }).importFrom('b-5e1c7f20');
  }),
  'settings of S3 clients in an output and in a local': inStack({ buckets: 1, keys: 1 }, (stack) => {
    const uploads = new Bucket(stack, 'Uploads', { maxSize: Size.gibibytes(1) });
    const key = new AccessKey(stack, 'Key');
    uploads.grantReadWrite(key);
    const settings = uploads.environment(key, { region: 'eu-central-1' });
    new TerraformOutput(stack, 'environment', { value: settings, sensitive: true });
    new TerraformOutput(stack, 'key_id', { value: settings.AWS_ACCESS_KEY_ID });
    const url = new TerraformLocal(stack, 'url', Fn.join('/', [settings.AWS_ENDPOINT_URL_S3 ?? '', uploads.alias]));
    new TerraformOutput(stack, 'at', { value: url.asString });
  }),
  'low-level buckets beside ours, opened to one key': inStack({ buckets: 2, keys: 2 }, (stack) => {
    const low = new l1.Bucket(stack, 'Low', { maxSize: 1024, forceDestroy: true });
    const high = new Bucket(stack, 'High', { maxSize: Size.bytes(1024) });
    const key = new AccessKey(stack, 'Key');
    BucketGrants.fromBucket(low).read(key);
    high.grants.read(key);
    new l1.AccessKey(stack, 'LowKey', { bucketIds: [low.id, high.bucketId], permissions: { read: true } });
  }),
  'buckets of an iterator, opened together, one by one and each to its own key': inStack(
    { buckets: 3, keys: 4 },
    (stack) => {
      const quotas = new TerraformVariable(stack, 'quotas', {
        type: 'map(number)',
        default: { blue: 1024, green: 2048 },
      });
      const tenants = TerraformIterator.fromMap(Token.asAnyMap(quotas.value));
      const tenant = Bucket.forEach(stack, 'Tenant', tenants, {
        maxSize: Size.bytes(Token.asNumber(tenants.value)),
        description: `Of ${tenants.key}`,
      });
      const other = new Bucket(stack, 'Other', { maxSize: Size.bytes(1) });
      const [all, blue, own] = ['All', 'Blue', 'Own'].map((id) => new RotatingAccessKey(stack, id)) as [
        RotatingAccessKey,
        RotatingAccessKey,
        RotatingAccessKey,
      ];
      tenant.grantRead(all);
      other.grantRead(all);
      tenant.at('blue').grantReadWrite(blue);
      tenant.each.grantRead(own);
      own.resource.forEach = tenants;
      new TerraformOutput(stack, 'blue', { value: [tenant.aliases, tenant.at('blue').alias] });
    },
  ),
};
