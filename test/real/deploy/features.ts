import { TerraformOutput, type TerraformStack } from 'cdktf';
import {
  Bucket,
  BucketGrants,
  CofferTesting,
  Duration,
  l1,
  Permission,
  RemovalPolicy,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';

/**
 * Features that the web application of the examples does not use. `test/real/examples/features/` has the same program in the other
 * languages; a test compares their output with the one of this program (`test/host/src/examples/features.snap`).
 */
export function features(stack: TerraformStack): void {
  for (const name of ['random', 'time']) {
    stack.addOverride(`terraform.required_providers.${name}`, { source: `hashicorp/${name}` });
  }
  const sessionKey = new Secret(stack, 'SessionKey', {
    secretName: 'session-key',
    generateValue: { length: 32, special: false, rotateAfter: Duration.parse('P90D'), version: '1' },
  });
  sessionKey.applyRemovalPolicy(RemovalPolicy.PROTECT);

  const uploads = new Bucket(stack, 'Uploads', {
    maxSize: Size.gibibytes(1),
    createTimeout: Duration.millis(90_000).plus(Duration.minutes(1)),
  });
  uploads.applyRemovalPolicy(RemovalPolicy.DESTROY);
  const archive = new l1.Bucket(stack, 'Archive', { maxSize: 1024 });
  const overlap = Duration.parse('1h30m').plus(Duration.hours(12));
  const reader = new RotatingAccessKey(stack, 'Reader', { overlap });
  uploads.grants.read(reader);
  const grant = BucketGrants.fromBucket(archive).read(reader);

  const password = SecretValue.fromVariable(stack, 'database_password', { version: '1' });
  const url = SecretValue.template('postgres://{user}:{password}@{host}/app', {
    user: 'app@example.com',
    password,
    host: 'db.example.com:5432',
  });
  new Secret(stack, 'Database', {
    secretName: 'database',
    objectValue: { url, login: { password, tls: true }, ports: [5432, 5433], bucket: uploads.alias },
  });

  new TerraformOutput(stack, 'session_key_name', { value: sessionKey.secretName });
  new TerraformOutput(stack, 'overlap_seconds', { value: overlap.toSeconds() });
  new TerraformOutput(stack, 'same_permission', { value: grant.permission === Permission.READ });
  new TerraformOutput(stack, 'same_size', { value: Size.gibibytes(1).isEqualTo(Size.mebibytes(1024)) });
  new TerraformOutput(stack, 'access_matrix', { value: CofferTesting.accessMatrix(stack) });
  new TerraformOutput(stack, 'same_duration', { value: overlap.isEqualTo(Duration.hours(13)) });
  new TerraformOutput(stack, 'are_buckets', { value: [Bucket.isBucket(uploads), Bucket.isBucket(reader)] });
}
