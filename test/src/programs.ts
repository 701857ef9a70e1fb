import { Aspects, TerraformIterator, type TerraformResource, type TerraformStack, Testing } from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import {
  AccessKey,
  Bucket,
  BucketAccess,
  BucketGrants,
  type BucketMap,
  CofferFunctions,
  EphemeralAccessKey,
  type IBucket,
  l1,
  MaxQuota,
  NoOwnerKeys,
  Permission,
  Policy,
  PolicyRule,
  RemovalPolicy,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../src';
import { fc } from '../support/property';
import { partOf } from './apps';
import { makeApp, makeStack } from './support';

/** Places of constructs: the stack, a scope in it, and a nested scope. */
export const SCOPES = ['', 'Outer', 'Outer/Inner'] as const;
export type Place = (typeof SCOPES)[number];

export const PERMISSIONS = {
  read: Permission.READ,
  write: Permission.WRITE,
  readWrite: Permission.READ_WRITE,
  owner: Permission.OWNER,
} as const;
export type Asked = keyof typeof PERMISSIONS;

export const BUCKETS = [0, 1, 2, 3] as const;
export const KEYS = [0, 1, 2, 3] as const;
export const SECRETS = [0, 1, 2] as const;

export interface BucketPart {
  /** `again` refers to the first bucket by its id, and `map` is two buckets of an iterator. */
  readonly kind: 'owned' | 'low' | 'literal' | 'again' | 'map';
  readonly place: Place;
  readonly size: number;
  readonly policy: RemovalPolicy | undefined;
}

export interface KeyPart {
  readonly kind: 'AccessKey' | 'RotatingAccessKey' | 'EphemeralAccessKey' | 'BucketAccess';
  readonly place: Place;
  readonly permission: Asked | undefined;
  readonly buckets: readonly number[];
  readonly rotates: boolean;
}

export interface SecretPart {
  readonly place: Place;
  readonly name: string;
  readonly projectId: string | undefined;
  readonly counted: boolean;
  readonly value: 'variable' | 'plain' | 'both' | 'json' | 'template';
  /** The place that declares the variable; may differ from that of the secret. */
  readonly declared: Place;
  readonly variable: string;
  readonly description: string | undefined;
  readonly version: string;
  readonly policy: RemovalPolicy | undefined;
}

export type RuleName = 'owner' | 'rotation' | 'quota';

/** A step of a program: the definition of a part, or a call. */
export type Statement =
  | { readonly do: 'define'; readonly what: 'bucket' | 'key' | 'secret'; readonly which: number }
  | { readonly do: 'grant'; readonly bucket: number; readonly key: number; readonly asked: Asked }
  | { readonly do: 'add'; readonly bucket: number; readonly key: number }
  | { readonly do: 'store'; readonly key: number; readonly name: string }
  | {
      readonly do: 'protect';
      readonly what: 'bucket' | 'secret';
      readonly which: number;
      readonly policy: RemovalPolicy;
    }
  | { readonly do: 'ignore'; readonly what: 'bucket' | 'secret'; readonly which: number }
  | { readonly do: 'name'; readonly what: 'bucket' | 'key' | 'secret'; readonly which: number }
  | { readonly do: 'policy'; readonly rule: RuleName; readonly at: 'app' | Place }
  | { readonly do: 'suppress'; readonly rule: RuleName; readonly at: Place }
  | { readonly do: 'remove'; readonly place: Place };

export interface Program {
  readonly buckets: readonly BucketPart[];
  readonly keys: readonly KeyPart[];
  readonly secrets: readonly SecretPart[];
  readonly statements: readonly Statement[];
}

const place = fc.constantFrom(...SCOPES);
const asked = fc.constantFrom<Asked>('read', 'write', 'readWrite', 'owner');
const bucket = fc.constantFrom(...BUCKETS);
const key = fc.constantFrom(...KEYS);
const secret = fc.constantFrom(...SECRETS);
const name = fc.constantFrom('one', 'two', 'three');
const policy = fc.constantFrom(RemovalPolicy.DESTROY, RemovalPolicy.PROTECT);
const maybe = <T>(value: fc.Arbitrary<T>, freq = 2) => fc.option(value, { nil: undefined, freq });
const rule = fc.constantFrom<RuleName>('owner', 'rotation', 'quota');

const parts = {
  buckets: fc.tuple(
    ...BUCKETS.map((index) =>
      fc.record<BucketPart>({
        // Other buckets may refer to the first one.
        kind: index === 0 ? fc.constant('owned') : fc.constantFrom('owned', 'owned', 'low', 'literal', 'again', 'map'),
        place,
        size: fc.constantFrom(1, 1, 100),
        policy: maybe(policy, 3),
      }),
    ),
  ),
  keys: fc.tuple(
    ...KEYS.map(() =>
      fc.record<KeyPart>({
        kind: fc.constantFrom('AccessKey', 'AccessKey', 'RotatingAccessKey', 'EphemeralAccessKey', 'BucketAccess'),
        place,
        permission: maybe(asked),
        buckets: fc.uniqueArray(bucket, { maxLength: 2 }),
        rotates: fc.boolean(),
      }),
    ),
  ),
  secrets: fc.tuple(
    ...SECRETS.map((index) =>
      fc.record<SecretPart>({
        place,
        name: fc.constantFrom(`own-${index}`, `own-${index}`, 'one'),
        projectId: maybe(fc.constant('p-1'), 2),
        counted: fc.constantFrom(false, false, false, true),
        value: fc.constantFrom('variable', 'plain', 'both', 'json', 'template'),
        declared: place,
        variable: fc.constantFrom(`own_${index}`, `own_${index}`, 'shared'),
        description: maybe(fc.constantFrom('a', 'b'), 2),
        version: fc.constantFrom('1', '2', '1/2'),
        policy: maybe(policy, 3),
      }),
    ),
  ),
};

const statement: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('grant' as const), bucket, key, asked }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), bucket, key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('store' as const), key, name }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('protect' as const),
      what: fc.constantFrom('bucket' as const, 'secret' as const),
      which: secret,
      policy,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ignore' as const),
      what: fc.constantFrom('bucket' as const, 'secret' as const),
      which: secret,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('name' as const),
      what: fc.constantFrom('bucket' as const, 'key' as const, 'secret' as const),
      which: secret,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('policy' as const), rule, at: fc.constantFrom('app', ...SCOPES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('suppress' as const), rule, at: place }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('remove' as const), place: fc.constantFrom<Place>('Outer', 'Outer/Inner') }),
  },
);

const define = (what: 'bucket' | 'key' | 'secret', all: readonly number[]): Statement[] =>
  all.map((which) => ({ do: 'define', what, which }));

const DEFINITIONS = [...define('bucket', BUCKETS), ...define('key', KEYS), ...define('secret', SECRETS)];

/** The same program without most of its possible faults, because most random programs have some. */
function careful(program: Program): Program {
  const keys = program.keys.map((part): KeyPart => {
    const permission = part.permission === 'owner' ? 'readWrite' : part.permission;
    return { ...part, permission, buckets: permission ? part.buckets : [], rotates: true };
  });
  const usual = (which: number): Asked => partOf(keys, which).permission ?? 'read';
  const alone = (which: number) => partOf(keys, which).kind === 'BucketAccess' || partOf(keys, which).permission;
  const statements = program.statements.flatMap((each): Statement[] => {
    if (each.do === 'grant') return [{ ...each, asked: usual(each.key) }];
    if (each.do === 'add') return alone(each.key) ? [each] : [];
    if (each.do === 'protect') return [{ ...each, policy: RemovalPolicy.PROTECT }];
    if (each.do === 'store') return [{ ...each, name: `key-${each.key}` }];
    return [each];
  });
  const opened = KEYS.map((key): Statement => ({ do: 'grant', bucket: 0, key, asked: usual(key) }));
  return {
    buckets: program.buckets.map((part) => ({ ...part, place: '', size: 1, policy: unlessDestroyed(part.policy) })),
    keys,
    secrets: program.secrets.map((part, index) => ({
      ...part,
      name: `own-${index}`,
      declared: '',
      description: part.description && 'a',
      policy: unlessDestroyed(part.policy),
    })),
    statements: [...statements, ...opened],
  };
}

const unlessDestroyed = (policy: RemovalPolicy | undefined) => (policy === RemovalPolicy.DESTROY ? undefined : policy);

/** A program, and two orders of its statements. */
export const programs: fc.Arbitrary<readonly [Program, readonly Statement[], readonly Statement[]]> = fc
  .record({ ...parts, statements: fc.array(statement, { maxLength: 14 }) })
  .chain((program) => fc.constantFrom<Program>(program, careful(program)))
  .map((program) => ({ ...program, statements: [...DEFINITIONS, ...onlyOnce(program.statements)] }))
  .chain((program) => {
    const order = fc.shuffledSubarray([...program.statements], { minLength: program.statements.length });
    return fc.tuple(fc.constant(program), order, order);
  });

/** Removes repetitions: a key is stored once, and each `name` and `ignore` statement occurs once. Other statements may repeat. */
function onlyOnce(statements: readonly Statement[]): Statement[] {
  const said = new Set<string>();
  return statements.filter((each) => {
    const once =
      each.do === 'store'
        ? `store ${each.key}`
        : each.do === 'name' || each.do === 'ignore'
          ? JSON.stringify(each)
          : undefined;
    if (once === undefined) return true;
    if (said.has(once)) return false;
    said.add(once);
    return true;
  });
}

/** The outcome of a program: the code, or its problems, one line each. */
export interface Outcome {
  readonly code: Record<string, unknown> | undefined;
  readonly problems: readonly string[];
  /** Names of resources in Terraform by part, such as `bucket 0`. */
  readonly names: Readonly<Record<string, string>>;
}

/** Runs the statements of a program in an order; defines the parts that a statement needs on demand. */
export function runProgram(program: Program, order: readonly Statement[]): Outcome {
  const run = new Run(program);
  for (const each of order) run.execute(each);
  return run.synthesize();
}

type Key = AccessKey | RotatingAccessKey | EphemeralAccessKey | BucketAccess;

class Run {
  readonly #app = makeApp();
  readonly #stack: TerraformStack = makeStack(this.#app);
  readonly #scopes = new Map<Place, Construct>();
  readonly #buckets = new Map<number, IBucket>();
  readonly #lowLevel = new Map<number, l1.Bucket>();
  readonly #maps = new Map<number, BucketMap>();
  readonly #keys = new Map<number, Key>();
  readonly #secrets = new Map<number, Secret>();

  constructor(readonly program: Program) {}

  execute(statement: Statement): void {
    switch (statement.do) {
      case 'define':
        this.#part(statement.what, statement.which);
        break;
      case 'grant':
        this.#grants(statement.bucket)[statement.asked](this.#key(statement.key));
        break;
      case 'add': {
        const key = this.#key(statement.key);
        if (key instanceof BucketAccess || namable(this.program, [statement.bucket]).length === 0) break;
        key.addBucket(this.#bucket(statement.bucket));
        break;
      }
      case 'store': {
        const key = this.#key(statement.key);
        if (key instanceof AccessKey || key instanceof RotatingAccessKey) key.storeIn(statement.name);
        break;
      }
      case 'protect':
        this.#guarded(statement.what, statement.which)?.applyRemovalPolicy(statement.policy);
        break;
      case 'ignore': {
        const guarded = this.#guarded(statement.what, statement.which);
        if (guarded) guarded.resource.lifecycle = { ignoreChanges: ['project_id'] };
        break;
      }
      case 'name':
        this.#resource(statement.what, statement.which)?.overrideLogicalId(
          `fixed_${statement.what}_${statement.which}`,
        );
        break;
      case 'policy':
        Aspects.of(statement.at === 'app' ? this.#app : this.#scope(statement.at)).add(RULES[statement.rule].aspect());
        break;
      case 'suppress':
        Policy.suppress(this.#scope(statement.at), RULES[statement.rule].rule, 'for a reason');
        break;
      case 'remove': {
        const scope = this.#scope(statement.place);
        scope.node.scope?.node.tryRemoveChild(scope.node.id);
      }
    }
  }

  synthesize(): Outcome {
    let code: Record<string, unknown> | undefined;
    let problems: string[] = [];
    try {
      code = JSON.parse(Testing.synth(this.#stack, true));
    } catch (error) {
      problems = String(error)
        .split('\n')
        .filter((line) => line.startsWith('  ['));
      if (problems.length === 0) throw error;
    }
    return { code, problems, names: this.#names() };
  }

  #names(): Record<string, string> {
    const resources = (['bucket', 'key', 'secret'] as const).flatMap((what) =>
      [0, 1, 2, 3].map((which) => [`${what} ${which}`, this.#made(what, which)] as const),
    );
    return Object.fromEntries(
      resources.flatMap(([part, resource]) => (resource ? [[part, resource.friendlyUniqueId]] : [])),
    );
  }

  #scope(place: Place): Construct {
    if (place === '') return this.#stack;
    const known = this.#scopes.get(place);
    if (known) return known;
    const scope =
      place === 'Outer' ? new Construct(this.#stack, 'Outer') : new Construct(this.#scope('Outer'), 'Inner');
    this.#scopes.set(place, scope);
    return scope;
  }

  #bucket(which: number): IBucket {
    const known = this.#buckets.get(which);
    if (known) return known;
    const { kind, place, size, policy } = partOf(this.program.buckets, which);
    const [scope, id] = [this.#scope(place), `Bucket${which}`];
    const make = (): IBucket => {
      if (kind === 'literal') return Bucket.fromBucketId(scope, id, `b-${which}`);
      if (kind === 'again') return Bucket.fromBucketId(scope, id, this.#bucket(0).bucketId);
      const maxSize = Size.bytes(size);
      return new Bucket(scope, id, { maxSize, ...(policy !== undefined && { removalPolicy: policy }) });
    };
    const bucket = make();
    this.#buckets.set(which, bucket);
    return bucket;
  }

  #low(which: number): l1.Bucket {
    const { place, size } = partOf(this.program.buckets, which);
    const bucket = this.#lowLevel.get(which) ?? new l1.Bucket(this.#scope(place), `Bucket${which}`, { maxSize: size });
    this.#lowLevel.set(which, bucket);
    return bucket;
  }

  #map(which: number): BucketMap {
    const known = this.#maps.get(which);
    if (known) return known;
    const { place, size, policy } = partOf(this.program.buckets, which);
    const map = Bucket.forEach(this.#scope(place), `Bucket${which}`, TerraformIterator.fromList(['a', 'b']), {
      maxSize: Size.bytes(size),
      ...(policy !== undefined && { removalPolicy: policy }),
    });
    this.#maps.set(which, map);
    return map;
  }

  #grants(which: number): BucketGrants {
    if (partOf(this.program.buckets, which).kind === 'map') return this.#map(which).grants;
    if (partOf(this.program.buckets, which).kind === 'low') return BucketGrants.fromBucket(this.#low(which));
    return this.#bucket(which).grants;
  }

  #key(which: number): Key {
    const known = this.#keys.get(which);
    if (known) return known;
    const { kind, place, permission, buckets, rotates } = partOf(this.program.keys, which);
    const [scope, id] = [this.#scope(place), `Key${which}`];
    const trigger = rotates ? { rotationTrigger: { month: '1' } } : {};
    const given = {
      ...(permission && { permission: PERMISSIONS[permission] }),
      buckets: namable(this.program, buckets).map((bucket) => this.#bucket(bucket)),
    };
    const make = (): Key => {
      if (kind === 'AccessKey') return new AccessKey(scope, id, { ...given, ...trigger });
      if (kind === 'RotatingAccessKey') return new RotatingAccessKey(scope, id, { ...given, ...trigger });
      if (kind === 'EphemeralAccessKey') return new EphemeralAccessKey(scope, id, given);
      return new BucketAccess(scope, id, trigger);
    };
    const key = make();
    this.#keys.set(which, key);
    return key;
  }

  #secret(which: number): Secret {
    const known = this.#secrets.get(which);
    if (known) return known;
    const { place, name, projectId, counted, policy, ...part } = partOf(this.program.secrets, which);
    const secret = new Secret(this.#scope(place), `Secret${which}`, {
      secretName: name,
      value: this.#value(part),
      ...(projectId !== undefined && { projectId }),
      ...(policy !== undefined && { removalPolicy: policy }),
    });
    if (counted) secret.resource.count = 1;
    this.#secrets.set(which, secret);
    return secret;
  }

  #value({
    value,
    declared,
    variable,
    description,
    version,
  }: Pick<SecretPart, 'value' | 'declared' | 'variable' | 'description' | 'version'>): SecretValue {
    const plain = SecretValue.unsafePlainText('text');
    if (value === 'plain') return plain;
    const options = { version, ...(description !== undefined && { description }) };
    const ephemeral = SecretValue.fromVariable(this.#scope(declared), variable, options);
    if (value === 'variable') return ephemeral;
    if (value === 'json') return SecretValue.json({ user: 'u', list: [ephemeral] });
    if (value === 'template') return SecretValue.template('{pw} of {user}', { user: 'u', pw: ephemeral });
    return CofferFunctions.dockerConfigJson([
      { server: 'a', username: 'u', password: plain },
      { server: 'b', username: 'u', password: ephemeral },
    ]);
  }

  #part(what: 'bucket' | 'key' | 'secret', which: number): void {
    if (what === 'key') this.#key(which);
    else if (what === 'secret') this.#secret(which);
    else if (partOf(this.program.buckets, which).kind === 'low') this.#low(which);
    else if (partOf(this.program.buckets, which).kind === 'map') this.#map(which);
    else this.#bucket(which);
  }

  #guarded(what: 'bucket' | 'secret', which: number): Bucket | BucketMap | Secret | undefined {
    if (what === 'secret') return this.#secret(which);
    if (partOf(this.program.buckets, which).kind === 'map') return this.#map(which);
    const bucket = partOf(this.program.buckets, which).kind === 'owned' ? this.#bucket(which) : undefined;
    return bucket as Bucket | undefined;
  }

  #resource(what: 'bucket' | 'key' | 'secret', which: number): TerraformResource | undefined {
    this.#part(what, which);
    return this.#made(what, which);
  }

  #made(what: 'bucket' | 'key' | 'secret', which: number): TerraformResource | undefined {
    const of = { bucket: this.#buckets, key: this.#keys, secret: this.#secrets }[what] as Map<number, IConstruct>;
    const low = what === 'bucket' ? (this.#lowLevel.get(which) ?? this.#maps.get(which)?.resource) : undefined;
    return low ?? (of.get(which) as { resource?: TerraformResource } | undefined)?.resource;
  }
}

const RULES = {
  owner: { rule: PolicyRule.NO_OWNER_KEYS, aspect: () => new NoOwnerKeys() },
  rotation: { rule: PolicyRule.REQUIRE_ROTATION, aspect: () => new RequireRotation() },
  quota: { rule: PolicyRule.MAX_QUOTA, aspect: () => new MaxQuota(Size.bytes(10)) },
} as const;

/** The buckets that a key's props or `addBucket` can name, which excludes low-level ones and maps. */
export const namable = ({ buckets }: Program, which: readonly number[]): number[] =>
  which.filter((index) => !['low', 'map'].includes(partOf(buckets, index).kind));
