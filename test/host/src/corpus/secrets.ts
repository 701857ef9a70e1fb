import {
  AssetType,
  Fn,
  TerraformAsset,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformVariable,
} from 'cdktf';
import { Construct } from 'constructs';
import { inRoot } from '../../../../scripts/support/paths';
import {
  Bucket,
  ChangeDetection,
  CofferFunctions,
  CofferProvider,
  Duration,
  Permission,
  RotatingAccessKey,
  Secret,
  SecretEncoding,
  SecretValue,
  Size,
} from '../../../../src';
import { expr } from '../expr';
import { inStack, type Programs } from './program';

const SETTINGS = { host: 'db.example.com', port: 5432, tags: ['a "b"', expr('c')] };

/** A file that is part of every program that has an asset. */
const FILE = inRoot('test/host/src/corpus/module/main.tf');

/** A construct of a practitioner whose props carry a secret value. */
class Database extends Construct {
  constructor(
    scope: Construct,
    id: string,
    props: { readonly password: SecretValue; readonly users: readonly string[] },
  ) {
    super(scope, id);
    for (const user of props.users) {
      new Secret(this, user, { secretName: `db-${user}`, value: props.password });
    }
  }
}

export const secrets: Programs = {
  'a value from a variable, with a version from another': inStack(
    { secrets: 1, variables: ['db_password'] },
    (stack) => {
      const version = new TerraformVariable(stack, 'db_password_version', { type: 'string', default: '1' });
      const value = SecretValue.fromVariable(stack, 'db_password', {
        version: version.stringValue,
        description: 'Password of the database',
      });
      new Secret(stack, 'DbPassword', { secretName: 'db-password', value });
    },
  ),
  'one value in several secrets, through the props of a construct of our own': inStack(
    { secrets: 3, variables: ['db_password'] },
    (stack) => {
      const password = SecretValue.fromVariable(stack, 'db_password', { version: '1' });
      new Database(stack, 'Main', { password, users: ['app', 'report'] });
      // The same variable again, from another scope.
      const again = SecretValue.fromVariable(new Construct(stack, 'Jobs'), 'db_password', { version: '1' });
      new Secret(stack, 'Jobs password', { secretName: 'jobs', value: again });
    },
  ),
  'values that are detected by fingerprints': inStack(
    { secrets: 1, variables: ['found', 'fingerprint_key'] },
    (stack) => {
      const fingerprintKey = SecretValue.fromVariable(stack, 'fingerprint_key');
      const provider = new CofferProvider(stack, 'found', { alias: 'found', fingerprintKey });
      const secret = new Secret(stack, 'Found', {
        provider,
        secretName: 'found',
        value: SecretValue.fromVariable(stack, 'found'),
        changeDetection: ChangeDetection.FINGERPRINT,
      });
      new TerraformOutput(stack, 'revision', { value: secret.valueRevision });
    },
  ),
  'settings that are no secret, as JSON of JavaScript and of Terraform': inStack({ secrets: 3 }, (stack) => {
    new Secret(stack, 'Js', { secretName: 'js', value: SecretValue.unsafePlainText(JSON.stringify(SETTINGS)) });
    const region = new TerraformVariable(stack, 'region', { type: 'string', default: 'eu' });
    const json = Fn.jsonencode(Fn.merge([{ port: 5432 }, { region: region.stringValue }]));
    new Secret(stack, 'Tf', { secretName: 'tf', value: SecretValue.unsafePlainText(json) });
    const base64 = SecretValue.unsafePlainText('AAEC');
    new Secret(stack, 'Base64', { secretName: 'base64', value: base64, encoding: SecretEncoding.BASE64 });
  }),
  'the content of a file, and a version that follows its hash': inStack(
    { secrets: 2, variables: ['license'] },
    (stack) => {
      const file = new TerraformAsset(stack, 'file', { path: FILE, type: AssetType.FILE });
      new Secret(stack, 'Content', { secretName: 'content', value: SecretValue.unsafePlainText(Fn.file(file.path)) });
      const value = SecretValue.fromVariable(stack, 'license', { version: file.assetHash });
      new Secret(stack, 'License', { secretName: 'license', value });
    },
  ),
  'a login file for container tools, from several registries': inStack(
    { secrets: 1, variables: ['ghcr', 'quay'] },
    (stack) => {
      const token = (name: string) => SecretValue.fromVariable(stack, name, { version: '1' });
      const value = CofferFunctions.dockerConfigJson([
        { server: 'ghcr.io', username: 'octocat', password: token('ghcr') },
        { server: 'quay.io', username: 'acme+puller', password: token('quay') },
        { server: 'registry.example.com', username: 'public', password: SecretValue.unsafePlainText('public') },
      ]);
      new Secret(stack, 'Logins', { secretName: 'logins', value });
    },
  ),
  'an ephemeral variable of our own': inStack({ secrets: 1, variables: ['session'] }, (stack) => {
    const variable = new TerraformVariable(stack, 'session', { type: 'string', sensitive: true });
    variable.addOverride('ephemeral', true);
    const value = SecretValue.fromEphemeral(variable.stringValue, { version: '1' });
    new Secret(stack, 'Session', { secretName: 'session', value });
  }),
  'an ephemeral variable that an override of the stack declares': inStack(
    { secrets: 1, variables: ['session'] },
    (stack) => {
      stack.addOverride('variable.session', { type: 'string', ephemeral: true, sensitive: true });
      const value = SecretValue.fromEphemeral(expr('var.session'), { version: '1' });
      new Secret(stack, 'Session', { secretName: 'session', value });
    },
  ),
  'an expression over an ephemeral variable, also through a local': inStack(
    { secrets: 2, variables: ['password'] },
    (stack) => {
      const variable = new TerraformVariable(stack, 'password', { type: 'string', sensitive: true });
      variable.addOverride('ephemeral', true);
      const json = SecretValue.fromEphemeral(Fn.jsonencode({ user: 'app', password: variable.stringValue }), {
        version: '1',
      });
      new Secret(stack, 'Json', { secretName: 'json', value: json });
      const url = Fn.join('', ['postgres://app:', Fn.urlencode(variable.stringValue), '@db.example.com']);
      const local = new TerraformLocal(stack, 'url', url);
      new Secret(stack, 'Url', {
        secretName: 'url',
        value: SecretValue.fromEphemeral(local.asString, { version: '1' }),
      });
    },
  ),
  'a generated value that rotates': inStack({}, (stack) => {
    stack.addOverride('terraform.required_providers.random', { source: 'hashicorp/random', version: '>= 3.7.0' });
    stack.addOverride('terraform.required_providers.time', { source: 'hashicorp/time', version: '>= 0.7.0' });
    new Secret(stack, 'SessionKey', {
      secretName: 'session-key',
      generateValue: { length: 32, special: false, rotateAfter: Duration.days(90), version: '1' },
    });
  }),
  'an ephemeral block of another provider, by an override': inStack({}, (stack) => {
    stack.addOverride('terraform.required_providers.random', { source: 'hashicorp/random', version: '>= 3.7.0' });
    stack.addOverride('ephemeral.random_password.pin', { length: 8, special: false });
    const value = SecretValue.fromEphemeral(expr('ephemeral.random_password.pin.result'), { version: '1' });
    new Secret(stack, 'Pin', { secretName: 'pin', value });
  }),
  'two secrets of one name, of which a variable chooses one': inStack({ secrets: 1 }, (stack) => {
    const managed = new TerraformVariable(stack, 'managed', { type: 'bool', default: true });
    const value = SecretValue.unsafePlainText('a setting');
    const here = new Secret(stack, 'Managed', { secretName: 'setting', value });
    here.resource.addOverride('count', Fn.conditional(managed.booleanValue, 1, 0));
    const bare = new Secret(stack, 'Bare', { secretName: 'setting', value: SecretValue.unsafePlainText('nothing') });
    bare.resource.addOverride('count', Fn.conditional(managed.booleanValue, 0, 1));
  }),
  'names that Terraform composes': inStack({ secrets: 3 }, (stack) => {
    const stage = new TerraformVariable(stack, 'stage', { type: 'string', default: 'Staging' });
    const value = SecretValue.unsafePlainText('a setting');
    for (const name of ['db', 'mail']) {
      new Secret(stack, name, { secretName: `${Fn.lower(stage.stringValue)}-${name}`, value });
    }
    new Secret(stack, 'Joined', { secretName: Fn.join('-', [Fn.lower(stage.stringValue), 'jobs']), value });
  }),
  'a secret of somebody else, referred to in every way': inStack({}, (stack) => {
    const byName = [1, 2].map((n) => Secret.fromSecretName(stack, `Shared${n}`, 'shared'));
    const told = Secret.fromSecretAttributes(stack, 'Told', { secretId: 's-31c2f218', secretName: 'told' });
    const byId = Secret.fromSecretId(stack, 'Known', 's-31c2f218');
    const value = [...byName, told].map(({ secretId, secretName }) => `${secretName}=${secretId}`);
    new TerraformOutput(stack, 'shared', { value: [...value, byId.secretId] });
  }),
  'a secret that exists, without its value': inStack({}, (stack) => {
    new Secret(stack, 'License', { secretName: 'license', importId: 's-31c2f218' });
  }),
  'a login in JSON and a URL, of an ephemeral password': inStack(
    { buckets: 1, keys: 1, secrets: 2, variables: ['password'] },
    (stack) => {
      const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
      const host = new TerraformVariable(stack, 'host', { type: 'string', default: 'db.example.com:5432' });
      const key = new RotatingAccessKey(stack, 'Key', {
        permission: Permission.READ,
        buckets: [new Bucket(stack, 'Bucket', { maxSize: Size.bytes(1) })],
      });
      const tls = { mode: 'full', ports: [5432, null], strict: true };
      new Secret(stack, 'Login', {
        secretName: 'login',
        value: SecretValue.json({ user: 'app', password, again: [password], tls, same: tls, key: key.accessKeyId }),
      });
      new Secret(stack, 'Url', {
        secretName: 'url',
        value: SecretValue.template('postgres://app:{password}@{host}/app', { password, host: host.stringValue }),
      });
    },
  ),
  'a secret for each element, with a password of its own': inStack({ secrets: 2 }, (stack) => {
    const names = TerraformIterator.fromList(['orders', 'users']);
    const passwords = new TerraformVariable(stack, 'passwords', { type: 'map(string)', sensitive: true });
    passwords.addOverride('ephemeral', true);
    passwords.addOverride('default', { orders: 'canary-orders', users: 'canary-users' });
    const secrets = Secret.forEach(stack, 'Password', names, {
      secretName: `password-${names.value}`,
      value: SecretValue.fromEphemeral(expr('var.passwords[each.key]'), { version: '1' }),
    });
    new TerraformOutput(stack, 'names', { value: [secrets.secretNames, secrets.at('orders').secretName] });
  }),
  'a secret for one element at most, with a name of its own': inStack({ secrets: 1 }, (stack) => {
    Secret.forEach(stack, 'Only', TerraformIterator.fromList(['on']), {
      secretName: 'only',
      value: SecretValue.unsafePlainText('a setting'),
    });
  }),
  'a secret for one element of a variable at most, with a name of its own': inStack(
    { secrets: 2, variables: ['token'] },
    (stack) => {
      const token = SecretValue.fromVariable(stack, 'token', { version: '1' });
      const { value } = new TerraformVariable(stack, 'monitoring', {
        type: 'map(string)',
        default: { datadog: 'eu1 (100%)' },
      });
      const sites = TerraformIterator.fromMap(value);
      Secret.forEach(stack, 'Token', sites, {
        secretName: 'monitoring-token',
        value: SecretValue.json({ token, site: sites.value }),
      });
      const owners = TerraformIterator.fromComplexList([{ name: 'ops', mail: 'ops@example.com' }] as never, 'name');
      Secret.forEach(stack, 'Owner', owners, {
        secretName: 'owner',
        value: SecretValue.unsafePlainText(owners.getString('mail')),
      });
    },
  ),
  'a value of JSON beside what was sensitive and is no secret': inStack(
    { secrets: 2, variables: ['password'] },
    (stack) => {
      const login = new TerraformVariable(stack, 'login', {
        type: 'object({ user = string, host = string })',
        default: { user: 'app', host: 'db-1.example.com' },
        sensitive: true,
      });
      const [user, host] = ['user', 'host'].map((name) => expr(`nonsensitive(var.login.${name})`));
      const address = new TerraformLocal(stack, 'address', { host, port: 5432 });
      const password = SecretValue.fromVariable(stack, 'password', { version: '1' });
      const part = (name: string) => expr(`local.${address.friendlyUniqueId}.${name}`);
      new Secret(stack, 'Database', {
        secretName: 'database',
        objectValue: {
          password,
          user: Fn.join('', [user as string, '@', part('host')]),
          shown: Fn.nonsensitive(login.value),
          isSecret: expr('issensitive(var.login)'),
        },
      });
      new Secret(stack, 'Url', {
        secretName: 'url',
        value: SecretValue.template('postgres://{user}:{password}@{host}:{port}', {
          password,
          user,
          host: part('host'),
          port: part('port'),
        }),
      });
    },
  ),
};
