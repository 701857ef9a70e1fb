import {
  conditional,
  Fn,
  type IResolvable,
  Lazy,
  type MapTerraformIterator,
  TerraformIterator,
  TerraformLocal,
  TerraformResource,
  type TerraformStack,
  TerraformVariable,
  Token,
} from 'cdktf';
import {
  AccessKey,
  Bucket,
  BucketWait,
  ChangeDetection,
  CofferFunctions,
  CredentialsFormat,
  DestroyCheck,
  Duration,
  Permission,
  PullSecret,
  RotatingAccessKey,
  Secret,
  SecretEncoding,
  SecretTemplateEncoding,
  SecretValue,
  Size,
} from '../../../src';
import { expr } from '../../host/src/expr';

/*
 * Every prop in every form that CDKTF has for a value. What Terraform makes of a form has to be what it makes of the literal (C13).
 */

/** What Terraform and the service have in the end. */
export interface World {
  /** The arguments of a resource in the state. */
  readonly arguments: (resource: TerraformResource) => Readonly<Record<string, unknown>>;
  /** The value of a secret at the service, by name. */
  readonly stored: (name: string) => string | undefined;
}

/** Reads what became of a value. */
export type Read = (world: World) => unknown;

/** The number is unique in the stack. */
type Build<T> = (stack: TerraformStack, n: number, value: T) => Read;

interface PropOf<T> {
  readonly value: T;
  /** Another value, for the branch of a conditional that is not taken. */
  readonly other: T;
  readonly build: Build<T>;
  /** What the literal stands for, if it is read in another form. */
  readonly expected?: unknown;
  /** Whether text is taken as it is, with what would be an expression elsewhere. */
  readonly isVerbatim?: boolean;
  /** Whether each value has to be another one. */
  readonly isUnique?: boolean;
  /** Whether null is as good as nothing. */
  readonly isOptional?: boolean;
}

export type Kind = 'text' | 'number' | 'boolean';
export type Prop = {
  readonly [K in Kind]: { readonly kind: K } & PropOf<
    K extends 'text' ? string : K extends 'number' ? number : boolean | IResolvable
  >;
}[Kind];

/** A value in another form. */
type Form<T> = (stack: TerraformStack, n: number, value: T, other: T) => T;

/** CDKTF writes text into code as it is. */
const escaped = (text: string) => text.replace(/%\{/g, '%%{');

const on = (stack: TerraformStack) =>
  (stack.node.tryFindChild('on') as TerraformVariable | undefined) ??
  new TerraformVariable(stack, 'on', { type: 'bool', default: true });

function raw(stack: TerraformStack, n: number, value: unknown): string {
  new TerraformVariable(stack, `raw${n}`, { type: 'any', default: value, ephemeral: false } as never);
  return expr(`var.raw${n}`);
}

/** The iterators of values, by their number. */
const iterators = new WeakMap<TerraformStack, Map<number, MapTerraformIterator>>();

/** The value of the only element of an iterator. */
function elementOf(stack: TerraformStack, n: number, value: unknown) {
  const iterator = TerraformIterator.fromMap({ only: value });
  const ofStack = iterators.get(stack) ?? new Map<number, MapTerraformIterator>();
  iterators.set(stack, ofStack.set(n, iterator));
  return iterator.value;
}

/** Repeats what was built with this number for the elements of its iterator, if it has one. */
export function repeat(stack: TerraformStack, n: number): void {
  const iterator = iterators.get(stack)?.get(n);
  if (!iterator) return;
  for (const child of stack.node.children) {
    const { resource } = child as { readonly resource?: unknown };
    if (new RegExp(`^[A-Z]${n}$`).test(child.node.id) && TerraformResource.isTerraformResource(resource))
      resource.forEach = iterator;
  }
}

export const FORMS: {
  readonly text: Readonly<Record<string, Form<string>>>;
  readonly number: Readonly<Record<string, Form<number>>>;
  readonly boolean: Readonly<Record<string, Form<boolean | IResolvable>>>;
} = {
  text: {
    literal: (_stack, _n, value) => value,
    conditional: (stack, _n, value, other) =>
      Token.asString(conditional(on(stack).booleanValue, escaped(value), other)),
    raw,
    Lazy: (_stack, _n, value) => Lazy.stringValue({ produce: () => value }),
    Fn: (_stack, _n, value) => Fn.join('', [value.slice(0, 1), escaped(value.slice(1))]),
    local: (stack, n, value) => new TerraformLocal(stack, `local${n}`, escaped(value)).asString,
    mixed: (_stack, _n, value) => value.slice(0, 2) + Lazy.stringValue({ produce: () => value.slice(2) }),
    'raw and mixed': (stack, n, value) => value.slice(0, 2) + raw(stack, n, value.slice(2)),
    iterator: (stack, n, value) => Token.asString(elementOf(stack, n, escaped(value))),
  },
  number: {
    literal: (_stack, _n, value) => value,
    conditional: (stack, _n, value, other) => Token.asNumber(conditional(on(stack).booleanValue, value, other)),
    raw: (stack, n, value) => Token.asNumber(raw(stack, n, value)),
    Lazy: (_stack, _n, value) => Lazy.numberValue({ produce: () => value }),
    Fn: (_stack, _n, value) => Token.asNumber(Fn.max([value])),
    local: (stack, n, value) => new TerraformLocal(stack, `local${n}`, value).asNumber,
    iterator: (stack, n, value) => Token.asNumber(elementOf(stack, n, value)),
  },
  boolean: {
    literal: (_stack, _n, value) => value,
    conditional: (stack, _n, value, other) => conditional(on(stack).booleanValue, value, other),
    raw: (stack, n, value) => Token.asAny(raw(stack, n, value)),
    Lazy: (_stack, _n, value) => Lazy.anyValue({ produce: () => value }),
    Fn: (_stack, _n, value) => Fn.tobool(value),
    local: (stack, n, value) => new TerraformLocal(stack, `local${n}`, value).asBoolean,
    variable: (stack, n, value) =>
      new TerraformVariable(stack, `variable${n}`, { type: 'bool', default: value }).booleanValue,
    iterator: (stack, n, value) => Token.asAny(elementOf(stack, n, value)),
  },
};

const text = (build: Build<string>, value = 'alpha', more: Partial<PropOf<string>> = {}): Prop => ({
  kind: 'text',
  value,
  other: 'other',
  build,
  ...more,
});
const number = (build: Build<number>, value: number, expected: unknown = value): Prop => ({
  kind: 'number',
  value,
  other: value + 1,
  build,
  expected,
});
const boolean = (
  build: Build<boolean | IResolvable>,
  more: Partial<PropOf<boolean | IResolvable>> = { isOptional: true },
): Prop => ({ kind: 'boolean', value: true, other: false, build, ...more });

const argumentOf =
  (resource: TerraformResource, ...path: readonly string[]): Read =>
  (world) =>
    path.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], world.arguments(resource));

const msOf =
  (read: Read): Read =>
  (world) =>
    Duration.parse(String(read(world))).toMilliseconds();

const bucket = (stack: TerraformStack, n: number, props: object) =>
  new Bucket(stack, `B${n}`, { maxSize: Size.bytes(1), ...props }).resource;

const inBucket =
  <T>(prop: string, attribute: string): Build<T> =>
  (stack, n, value) =>
    argumentOf(bucket(stack, n, { [prop]: value }), attribute);

const timeout =
  (name: string): Build<number> =>
  (stack, n, value) =>
    msOf(argumentOf(bucket(stack, n, { [`${name}Timeout`]: Duration.hours(value) }), 'timeouts', name));

const inSecret =
  <T>(prop: string, attribute: string): Build<T> =>
  (stack, n, value) => {
    const props = { secretName: `s-${n}`, value: password(stack), [prop]: value };
    return argumentOf(new Secret(stack, `S${n}`, props).resource, attribute);
  };

const inPullSecret =
  (prop: string, attribute: string): Build<string> =>
  (stack, n, value) => {
    const props = { server: `r${n}.example.com`, username: 'u', password: password(stack), [prop]: value };
    return argumentOf(new PullSecret(stack, `P${n}`, props).resource, attribute);
  };

/** A secret with a value, as it is stored. */
const stored = (stack: TerraformStack, n: number, props: object): Read => {
  new Secret(stack, `S${n}`, { secretName: `s-${n}`, ...props });
  return ({ stored }) => stored(`s-${n}`);
};

const password = (stack: TerraformStack) => SecretValue.fromVariable(stack, 'password', { version: '1' });

const inJson =
  <T>(): Build<T> =>
  (stack, n, value) => {
    const read = stored(stack, n, { objectValue: { deep: [{ value }], password: password(stack) } });
    return (world) => JSON.parse(String(read(world))).deep[0].value;
  };

const inTemplate =
  (template: string, encoding?: SecretTemplateEncoding): Build<string> =>
  (stack, n, value) =>
    stored(stack, n, {
      value: SecretValue.template(template, { value, password: password(stack) }, encoding ? { encoding } : {}),
    });

const rotating = (stack: TerraformStack, n: number, props: object) => {
  const buckets = [
    Bucket.fromBucketAttributes(stack, `Of${n}`, { bucketId: common(stack), alias: 'a', endpoint: 'e' }),
  ];
  return new RotatingAccessKey(stack, `K${n}`, { permission: Permission.READ, buckets, ...props });
};

const accessKey = (stack: TerraformStack, n: number, props: object) => {
  const buckets = [Bucket.fromBucketId(stack, `Of${n}`, common(stack))];
  return new AccessKey(stack, `K${n}`, { permission: Permission.READ, buckets, ...props });
};

const common = (stack: TerraformStack) =>
  ((stack.node.tryFindChild('Common') as Bucket | undefined) ?? new Bucket(stack, 'Common', { maxSize: Size.bytes(1) }))
    .bucketId;

/** Text that JSON, URLs and Terraform read as something else; without quotes, for which CDKTF has its own rule. */
export const ODD = `a%{IP:client} %%{b}$ \u00e4'(*)!&`;

const described =
  (read: (stack: TerraformStack, value: never) => string): Build<never> =>
  (stack, n, value) =>
    argumentOf(bucket(stack, n, { description: read(stack, value) }), 'description');

export const PROPS: Readonly<Record<string, Prop>> = {
  'Bucket.maxSize': number(
    (stack, n, value) => argumentOf(bucket(stack, n, { maxSize: Size.bytes(value) }), 'max_size'),
    4096,
  ),
  'Bucket.description': text(inBucket('description', 'description'), 'alpha', { isOptional: true }),
  'Bucket.waitFor': text(inBucket('waitFor', 'wait_for'), BucketWait.LISTED, {
    other: BucketWait.NONE,
    isOptional: true,
  }),
  'Bucket.destroyCheck': text(inBucket('destroyCheck', 'destroy_check'), DestroyCheck.SERVER, {
    other: DestroyCheck.S3,
    isOptional: true,
  }),
  'Bucket.emptyOnDelete': boolean(inBucket('emptyOnDelete', 'force_destroy')),
  'Bucket.deletionProtection': boolean(inBucket('deletionProtection', 'deletion_protection')),
  'Bucket.createTimeout': number(timeout('create'), 6, 21_600_000),
  'Bucket.readTimeout': number(timeout('read'), 6, 21_600_000),
  'Bucket.updateTimeout': number(timeout('update'), 6, 21_600_000),
  'Bucket.deleteTimeout': number(timeout('delete'), 6, 21_600_000),
  'Secret.secretName': text(inSecret('secretName', 'name'), 'named', { isUnique: true }),
  'Secret.encoding': text(
    (stack, n, encoding) => stored(stack, n, { value: SecretValue.unsafePlainText('YWJj'), encoding }),
    SecretEncoding.BASE64,
    { other: SecretEncoding.UTF8, expected: 'abc', isOptional: true },
  ),
  'Secret.changeDetection': text(inSecret('changeDetection', 'change_detection'), ChangeDetection.FINGERPRINT, {
    other: ChangeDetection.VERSION,
    isOptional: true,
  }),
  'Secret.deletionProtection': boolean(inSecret('deletionProtection', 'deletion_protection')),
  'SecretValue.json, text': text(inJson(), ODD),
  'SecretValue.json, text that looks like a boolean': text(inJson(), 'true'),
  'SecretValue.json, text that looks like code': text(inJson(), 'var.other'),
  'SecretValue.json, number': number(inJson(), 72.5),
  'SecretValue.json, boolean': boolean(inJson(), {}),
  'SecretValue.template': text(inTemplate('{value} {{x}}{password}'), ODD, { expected: `${ODD} {x}secret` }),
  'SecretValue.template, before a brace': text(inTemplate('{value}{{x}}{password}'), 'a%$', {
    expected: `a%${'$'}{x}secret`,
  }),
  'SecretValue.template of a URL': text(inTemplate('x://{value}:{password}@h'), ODD, {
    expected: `x://${encodeURIComponent(ODD).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}:secret@h`,
  }),
  'SecretValue.template as text': text(inTemplate('x://{value}:{password}@h', SecretTemplateEncoding.TEXT), ODD, {
    expected: `x://${ODD}:secret@h`,
  }),
  'SecretValue.template itself': text(
    (stack, n, value) =>
      stored(stack, n, { value: SecretValue.template(`${value}-{password}`, { password: password(stack) }) }),
    'alpha',
    { expected: 'alpha-secret' },
  ),
  'SecretValue.unsafePlainText': text(
    (stack, n, value) => stored(stack, n, { value: SecretValue.unsafePlainText(value) }),
    'alpha',
    { isVerbatim: true },
  ),
  'SecretValue.version': text(
    (stack, n, version) => {
      const value = SecretValue.fromVariable(stack, 'password', { version });
      return argumentOf(new Secret(stack, `S${n}`, { secretName: `s-${n}`, value }).resource, 'value_wo_version');
    },
    'alpha',
    { expected: 'var.password/alpha' },
  ),
  'PullSecret.server': text(inPullSecret('server', 'server'), 'r.example.com'),
  'PullSecret.username': text(inPullSecret('username', 'username')),
  'PullSecret.passwordExpiresAt': text(
    inPullSecret('passwordExpiresAt', 'password_expires_at'),
    '2199-01-01T00:00:00Z',
    { other: '2198-01-01T00:00:00Z', isOptional: true },
  ),
  'AccessKey.rotationTrigger': text((stack, n, value) =>
    argumentOf(accessKey(stack, n, { rotationTrigger: { value } }).resource, 'rotation_trigger', 'value'),
  ),
  'AccessKey.storeIn': text(
    (stack, n, name) => {
      const key = accessKey(stack, n, {});
      key.storeIn(name);
      return argumentOf(key.resource, 'store_in', 'secret_name');
    },
    'kept',
    { isUnique: true },
  ),
  'AccessKey.createTimeout': number(
    (stack, n, value) =>
      msOf(argumentOf(accessKey(stack, n, { createTimeout: Duration.minutes(value) }).resource, 'timeouts', 'create')),
    10,
    600_000,
  ),
  'RotatingAccessKey.overlap': number(
    (stack, n, value) => msOf(argumentOf(rotating(stack, n, { overlap: Duration.hours(value) }).resource, 'overlap')),
    72,
    259_200_000,
  ),
  'RotatingAccessKey.overlap, a sum': number(
    (stack, n, value) =>
      msOf(
        argumentOf(
          rotating(stack, n, { overlap: Duration.days(value).plus(Duration.hours(value)) }).resource,
          'overlap',
        ),
      ),
    3,
    270_000_000,
  ),
  'RotatingAccessKey.rotationTrigger': text((stack, n, value) =>
    argumentOf(rotating(stack, n, { rotationTrigger: { value } }).resource, 'rotation_trigger', 'value'),
  ),
  'RotatingAccessKey.storeIn, format': text(
    (stack, n, format) => {
      const key = rotating(stack, n, {});
      key.storeIn(`kept-${n}`, { format: format as CredentialsFormat });
      return argumentOf(key.resource, 'store_in', 'format');
    },
    CredentialsFormat.PLAIN,
    { other: CredentialsFormat.JSON },
  ),
  'Duration.toSeconds': number(
    described((_stack, value) => `${Token.asString(Duration.hours(value).toSeconds())}s`) as Build<number>,
    2,
    '7200s',
  ),
  'CofferFunctions.parseSize': text(
    (stack, n, value) =>
      argumentOf(bucket(stack, n, { maxSize: Size.bytes(CofferFunctions.parseSize(value)) }), 'max_size'),
    '4KiB',
    { other: '8KiB', expected: 4096 },
  ),
  'CofferFunctions.formatSize': number(
    described((_stack, value) => CofferFunctions.formatSize(value)) as Build<number>,
    4096,
    '4KiB',
  ),
  'CofferFunctions.registryServer': text(
    described((_stack, value) => CofferFunctions.registryServer(value)) as Build<string>,
    'ghcr.io/acme/web:1',
    { expected: 'ghcr.io' },
  ),
  'CofferFunctions.dockerConfigJson, user': text(
    (stack, n, username) => {
      const credentials = [{ server: 'ghcr.io', username, password: password(stack) }];
      const read = stored(stack, n, { value: CofferFunctions.dockerConfigJson(credentials) });
      return (world) => Buffer.from(JSON.parse(String(read(world))).auths['ghcr.io'].auth, 'base64').toString();
    },
    ODD.replace(':', ''),
    { expected: `${ODD.replace(':', '')}:secret` },
  ),
  'CofferFunctions.s3Environment': text((stack, n, alias) => {
    const of = { endpoint: 'https://h', bucket: alias, accessKeyId: 'a', secretAccessKey: 's' };
    return argumentOf(bucket(stack, n, { description: CofferFunctions.s3Environment(of).S3_BUCKET }), 'description');
  }),
  'Bucket.environment': text(
    (stack, n, alias) => {
      const given = Bucket.fromBucketAttributes(stack, `Given${n}`, { bucketId: 'b', alias, endpoint: 'h' });
      const key = AccessKey.fromAccessKeyAttributes(stack, `Key${n}`, {
        accessKeyId: 'a',
        secretAccessKey: SecretValue.unsafePlainText('s'),
        endpoint: alias,
      });
      const { AWS_ENDPOINT_URL_S3: url, S3_BUCKET: name } = given.environment(key);
      return argumentOf(bucket(stack, n, { description: `${url} ${name}` }), 'description');
    },
    'alpha',
    { expected: 'https://alpha alpha' },
  ),
};
