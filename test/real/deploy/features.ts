import { Aspects, Fn, TerraformIterator, TerraformOutput, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import {
  AccessKey,
  Bucket,
  BucketGrants,
  CofferTesting,
  Duration,
  l1,
  MaxQuota,
  NoCrossStackSecrets,
  NoOwnerKeys,
  NoPlainTextSecrets,
  Permission,
  Policy,
  PolicyRule,
  RemovalPolicy,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../../src';

/** The imported key of {@link features}. Its secret half is the variable `legacy_secret_access_key`. */
export const LEGACY = { accessKeyId: 'GK31c2f218a2e44f485b94239e', endpoint: 'http-eu.example.com' } as const;

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

  Aspects.of(stack).add(new MaxQuota(Size.gibibytes(1)));
  Aspects.of(stack).add(new NoCrossStackSecrets());
  Aspects.of(stack).add(new NoOwnerKeys());
  Aspects.of(stack).add(new NoPlainTextSecrets());
  Aspects.of(stack).add(new RequireRotation({ warnOnly: true }));

  const legacy = AccessKey.fromAccessKeyAttributes(stack, 'Legacy', {
    ...LEGACY,
    secretAccessKey: SecretValue.fromVariable(stack, 'legacy_secret_access_key'),
  });
  new Secret(stack, 'LegacyEnvironment', {
    secretName: 'legacy-environment',
    value: SecretValue.fromEphemeral(Fn.jsonencode(uploads.environment(legacy)), { version: '1' }),
  });

  const password = SecretValue.fromVariable(stack, 'legacy_secret_access_key', { version: '1' });
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
  tenants(stack);
}

/** A bucket and a secret for each element of a variable, a key for all of them, and one for each. */
function tenants(stack: TerraformStack): void {
  const quotas = new TerraformVariable(stack, 'quotas', {
    type: 'map(number)',
    default: { acme: 1_000_000, umbrella: 2_000_000 },
  });
  const each = TerraformIterator.fromMap(quotas.value);
  const buckets = Bucket.forEach(stack, 'Tenant', each, {
    maxSize: Size.bytes(Token.asNumber(each.value)),
    description: each.key,
  });
  Policy.suppress(buckets, PolicyRule.MAX_QUOTA, 'The variable says the quotas');
  const secrets = Secret.forEach(stack, 'TenantNote', each, {
    secretName: Fn.join('-', ['tenant', each.key]),
    value: SecretValue.fromVariable(stack, 'legacy_secret_access_key'),
  });
  const auditor = new RotatingAccessKey(stack, 'Auditor');
  buckets.grant(auditor, Permission.READ);
  auditor.storeIn('auditor');
  const owner = new RotatingAccessKey(stack, 'TenantOwner');
  owner.resource.forEach = each;
  buckets.each.grant(owner, Permission.READ_WRITE);

  const { endpoint, region, bucket, accessKeyId, secretName } = buckets
    .at('acme')
    .connection(auditor, { region: 'eu-1' });
  new TerraformOutput(stack, 'connection', { value: [endpoint, region, bucket, accessKeyId, secretName] });
  new TerraformOutput(stack, 'tenants', { value: buckets.aliases });
  new TerraformOutput(stack, 'tenant_notes', { value: [secrets.secretNames, secrets.at('umbrella').secretName] });
}
