import { RemovalPolicy } from '../../src';
import { partOf } from './apps';
import {
  type Asked,
  BUCKETS,
  type BucketPart,
  KEYS,
  type KeyPart,
  namable,
  type Outcome,
  type Place,
  type Program,
  type RuleName,
  SECRETS,
  type Statement,
} from './programs';

/** Bits of a permission. */
const READ = 1;
const WRITE = 2;
const OWNER = 4;

const BITS: Readonly<Record<Asked, number>> = {
  read: READ,
  write: WRITE,
  readWrite: READ | WRITE,
  owner: READ | WRITE | OWNER,
};

const bitsOf = (asked: Asked): number => BITS[asked];

interface Claim {
  readonly bucket: number;
  readonly asked: number | undefined;
}

/** Common properties of buckets and secrets. */
type Guarded = Pick<BucketPart, 'place' | 'policy'>;

/** A key as the Terraform code must declare it. */
export interface ExpectedKey {
  readonly which: number;
  /** Id in the construct tree, for a key of a `BucketAccess`. */
  readonly suffix: string;
  readonly kind: KeyPart['kind'];
  readonly buckets: readonly number[];
  readonly bits: number;
  readonly stored: string | undefined;
}

/** The expected outcome of a program, derived from its statements alone: part of a sentence for each problem, and all keys. */
export interface Expected {
  readonly problems: readonly string[];
  readonly keys: readonly ExpectedKey[];
}

/** Whether the program makes it, and whether it has a removal policy. */
const isManaged = (kind: BucketPart['kind']): boolean => isGuarded(kind) || kind === 'low';
const isGuarded = (kind: BucketPart['kind']): boolean => kind === 'owned' || kind === 'map';

/** Treats a program as a set of statements, whose order cannot matter. */
export function expectationOf(program: Program): Expected {
  const oracle = new Oracle(program);
  const keys = KEYS.flatMap((which) => oracle.keysOf(which));
  return {
    keys,
    problems: [
      ...KEYS.flatMap((which) => oracle.problemsOfKey(which)),
      ...oracle.policyProblems(keys),
      ...oracle.guardProblems(),
      ...oracle.nameProblems(),
      ...oracle.variableProblems(),
    ],
  };
}

class Oracle {
  readonly #removed: ReadonlySet<Place>;

  constructor(readonly program: Program) {
    this.#removed = new Set(this.#all('remove').map(({ place }) => place));
  }

  isThere(place: Place): boolean {
    return (
      place === '' || !([place, 'Outer'] as const).some((scope) => place.startsWith(scope) && this.#removed.has(scope))
    );
  }

  guards(what: 'bucket' | 'secret', which: number): ReadonlySet<RemovalPolicy> {
    const { policy } = partOf<Guarded>(what === 'bucket' ? this.program.buckets : this.program.secrets, which);
    const applied = this.#all('protect').filter((each) => each.what === what && each.which === which);
    return new Set([...(policy === undefined ? [] : [policy]), ...applied.map((each) => each.policy)]);
  }

  keysOf(which: number): ExpectedKey[] {
    const { kind, place } = partOf(this.program.keys, which);
    if (!this.isThere(place)) return [];
    const claims = this.#claims(which);
    const stored = this.#storedAs(which);
    if (kind !== 'BucketAccess') {
      const buckets = claims.map(({ bucket }) => bucket);
      return [{ which, suffix: '', kind, buckets, bits: this.#total(which), stored }];
    }
    const byBits = [...new Set(claims.map(({ asked }) => asked ?? 0))];
    return byBits.map((bits) => ({
      which,
      suffix: { [READ]: 'Read', [WRITE]: 'Write', [READ + WRITE]: 'ReadWrite' }[bits] ?? 'Owner',
      kind,
      buckets: claims.filter(({ asked }) => asked === bits).map(({ bucket }) => bucket),
      bits,
      stored: undefined,
    }));
  }

  problemsOfKey(which: number): string[] {
    const { kind, place, permission } = partOf(this.program.keys, which);
    if (!this.isThere(place)) return [];
    const claims = this.#claims(which);
    const gone = (all: readonly Claim[]) => [
      ...new Set(all.map(({ bucket }) => bucket).filter((bucket) => this.#isGone(bucket))),
    ];
    if (kind === 'BucketAccess')
      return this.keysOf(which).flatMap(({ buckets, suffix }) =>
        gone(buckets.map((bucket) => ({ bucket, asked: 0 }))).map(
          (bucket) =>
            `"${this.#path(place, `Key${which}`)}/${suffix}" opens bucket "${this.#bucketPath(bucket)}", which was removed`,
        ),
      );
    const at = `"${this.#path(place, `Key${which}`)}"`;
    const removed = gone(claims).map((bucket) => `${at} opens bucket "${this.#bucketPath(bucket)}", which was removed`);
    if (claims.length === 0) return [`${at} opens no bucket`];
    const conflicts = permission ? this.#exceeding(at, bitsOf(permission), claims) : this.#undeclared(at, claims);
    return [...conflicts, ...removed];
  }

  policyProblems(keys: readonly ExpectedKey[]): string[] {
    const quota = BUCKETS.filter((which) => {
      const { kind, size } = partOf(this.program.buckets, which);
      return isManaged(kind) && size > 10;
    }).map((which) => [partOf(this.program.buckets, which).place, `"${this.#bucketPath(which)}" has a quota`] as const);
    const at = ({ which, suffix }: ExpectedKey) =>
      `"${[this.#path(partOf(this.program.keys, which).place, `Key${which}`), suffix].filter(Boolean).join('/')}"`;
    const placed = (key: ExpectedKey, sentence: string) =>
      [partOf(this.program.keys, key.which).place, `${at(key)} ${sentence}`] as const;
    const owner = keys.filter(({ bits }) => bits >= OWNER).map((key) => placed(key, 'has the permission "owner"'));
    const rotation = keys
      .filter(({ which, kind }) => kind !== 'EphemeralAccessKey' && !partOf(this.program.keys, which).rotates)
      .map((key) => placed(key, 'is never rotated'));
    return Object.entries({ quota, owner, rotation }).flatMap(([rule, found]) =>
      found.flatMap(([place, sentence]) => this.#times(rule as RuleName, place).map(() => sentence)),
    );
  }

  guardProblems(): string[] {
    return (['bucket', 'secret'] as const).flatMap((what) =>
      (what === 'bucket' ? BUCKETS : SECRETS)
        .filter((which) => what === 'secret' || isGuarded(partOf(this.program.buckets, which).kind))
        .filter((which) => this.isThere(this.#placeOf(what, which)) && this.guards(what, which).size > 1)
        .map((which) => {
          const id = `${what === 'bucket' ? 'Bucket' : 'Secret'}${which}`;
          return `"${this.#path(this.#placeOf(what, which), id)}" has two removal policies`;
        }),
    );
  }

  nameProblems(): string[] {
    const names = [
      ...SECRETS.map((which) => partOf(this.program.secrets, which))
        .filter(({ place, counted }) => this.isThere(place) && !counted)
        .map(({ name, projectId = '' }) => `${name} ${projectId}`),
      ...KEYS.filter((which) => this.isThere(partOf(this.program.keys, which).place)).flatMap((which) => {
        const stored = this.#storedAs(which);
        return stored === undefined ? [] : [`${stored} `];
      }),
    ];
    const twice = names.filter((each, index) => names.indexOf(each) !== index);
    return twice.map((each) => `have the same "secretName" "${each.split(' ')[0]}"`);
  }

  variableProblems(): string[] {
    const users = SECRETS.map((which) => ({ which, ...partOf(this.program.secrets, which) })).filter(
      ({ value }) => value !== 'plain',
    );
    const described = [...new Set(users.map(({ variable }) => variable))].filter((variable) => {
      const said = users.filter((user) => user.variable === variable && this.isThere(user.declared));
      return new Set(said.flatMap(({ description }) => description ?? [])).size > 1;
    });
    const dangling = users.filter(
      ({ place, variable }) =>
        this.isThere(place) && !users.some((user) => user.variable === variable && this.isThere(user.declared)),
    );
    return [
      ...described.map((variable) => `describes variable "${variable}" in different ways`),
      ...dangling.map(
        ({ which, place, variable }) =>
          `"${this.#path(place, `Secret${which}`)}" uses variable "${variable}", which was removed`,
      ),
    ];
  }

  #all<Do extends Statement['do']>(what: Do): Extract<Statement, { do: Do }>[] {
    return this.program.statements.filter((each): each is Extract<Statement, { do: Do }> => each.do === what);
  }

  #claims(which: number): Claim[] {
    const { kind, buckets } = partOf(this.program.keys, which);
    const added = this.#all('add').filter(({ key }) => key === which);
    const given = kind === 'BucketAccess' ? [] : [...buckets, ...added.map(({ bucket }) => bucket)];
    const grants = this.#all('grant').filter(({ key }) => key === which);
    return [
      ...namable(this.program, given).map((bucket) => ({ bucket, asked: undefined })),
      ...grants.map(({ bucket, asked }) => ({ bucket, asked: bitsOf(asked) })),
    ];
  }

  #total(which: number): number {
    const { permission } = partOf(this.program.keys, which);
    const claims = this.#claims(which);
    if (permission) return claims.length > 0 ? bitsOf(permission) : 0;
    return claims.reduce((sum, { asked = 0 }) => sum | asked, 0);
  }

  #exceeding(at: string, declared: number, claims: readonly Claim[]): string[] {
    const groups = this.#byIdentity(claims.filter(({ asked = 0 }) => (asked | declared) !== declared));
    return groups.map(() => `${at} declares "permission"`);
  }

  #undeclared(at: string, claims: readonly Claim[]): string[] {
    const total = claims.reduce((sum, { asked = 0 }) => sum | asked, 0);
    const groups = this.#byIdentity(claims.filter(({ asked }) => asked !== undefined));
    const differ = groups.some((group) => group.reduce((sum, { asked = 0 }) => sum | asked, 0) !== total);
    return [
      ...(claims.some(({ asked }) => asked === undefined) ? [`${at} was given bucket`] : []),
      ...(differ ? [`${at} has one permission for all its buckets`] : []),
    ];
  }

  #byIdentity(claims: readonly Claim[]): Claim[][] {
    const identity = ({ bucket }: Claim) => (partOf(this.program.buckets, bucket).kind === 'again' ? 0 : bucket);
    return [...new Set(claims.map(identity))].map((one) => claims.filter((claim) => identity(claim) === one));
  }

  #isGone(bucket: number): boolean {
    const { kind, place } = partOf(this.program.buckets, bucket);
    return isManaged(kind) && !this.isThere(place);
  }

  #storedAs(which: number): string | undefined {
    const { kind } = partOf(this.program.keys, which);
    if (kind !== 'AccessKey' && kind !== 'RotatingAccessKey') return undefined;
    return this.#all('store').find(({ key }) => key === which)?.name;
  }

  /** One element for each policy attached at or above a place, none if an exception covers it. */
  #times(rule: RuleName, place: Place): readonly unknown[] {
    if (!this.isThere(place)) return [];
    const covers = (at: Place) => at === '' || place === at || place.startsWith(`${at}/`);
    const excepted = this.#all('suppress').some((each) => each.rule === rule && covers(each.at));
    if (excepted) return [];
    return this.#all('policy').filter((each) => each.rule === rule && (each.at === 'app' || covers(each.at)));
  }

  #placeOf(what: 'bucket' | 'secret', which: number): Place {
    return partOf<Guarded>(what === 'bucket' ? this.program.buckets : this.program.secrets, which).place;
  }

  #bucketPath(which: number): string {
    return this.#path(partOf(this.program.buckets, which).place, `Bucket${which}`);
  }

  #path(place: Place, id: string): string {
    return ['app', place, id].filter(Boolean).join('/');
  }
}

/** Describes the parts of a program that its code lacks; empty if none. */
export function findMissing(program: Program, { code, names }: Outcome, { keys }: Expected): string[] {
  const oracle = new Oracle(program);
  const blocks = (kind: string, type: string) =>
    ((code?.[kind] as Record<string, Record<string, Record<string, unknown>>>)?.[type] ?? {}) as Record<
      string,
      Record<string, unknown>
    >;
  const idOf = (bucket: number) => {
    const { kind } = partOf(program.buckets, bucket);
    if (kind === 'literal') return `b-${bucket}`;
    if (kind === 'map') return `\${values(coffer_bucket.${names[`bucket ${bucket}`]})[*].id}`;
    return `\${coffer_bucket.${names[`bucket ${kind === 'again' ? 0 : bucket}`]}.id}`;
  };
  const keyBlock = ({ which, suffix, kind }: ExpectedKey): Record<string, unknown> | undefined => {
    if (kind === 'EphemeralAccessKey') return blocks('ephemeral', 'coffer_access_key')[names[`key ${which}`] ?? ''];
    if (kind === 'BucketAccess') return find(blocks('resource', 'coffer_access_key'), `Key${which}_${suffix}`);
    const type = kind === 'AccessKey' ? 'coffer_access_key' : 'coffer_rotating_access_key';
    return blocks('resource', type)[names[`key ${which}`] ?? ''];
  };
  const wrongKeys = keys.flatMap((key) => {
    const { which, bits, stored } = key;
    const block = keyBlock(key);
    const ids = [...new Set(key.buckets.map(idOf))].sort();
    const permissions = { read: !!(bits & READ), write: !!(bits & WRITE), owner: !!(bits & OWNER) };
    const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
    return [
      ...(same(idsIn(block?.bucket_ids), ids) ? [] : [`buckets of key ${which}`]),
      ...(same({ ...permissions, ...(block?.permissions as object) }, permissions)
        ? []
        : [`permissions of key ${which}`]),
      ...((block?.store_in as { secret_name?: string } | undefined)?.secret_name === stored
        ? []
        : [`store of key ${which}`]),
    ];
  });
  const guards = (['bucket', 'secret'] as const).flatMap((what) =>
    (what === 'bucket' ? BUCKETS : SECRETS)
      .filter((which) => what === 'secret' || isGuarded(partOf(program.buckets, which).kind))
      .filter((which) =>
        oracle.isThere(partOf<Guarded>(what === 'bucket' ? program.buckets : program.secrets, which).place),
      )
      .flatMap((which) => {
        const block = blocks('resource', `coffer_${what}`)[names[`${what} ${which}`] ?? ''];
        const lifecycle = (block?.lifecycle ?? {}) as Record<string, unknown>;
        const ignores = program.statements.some(
          (each) => each.do === 'ignore' && each.what === what && each.which === which,
        );
        const isNamed = program.statements.some(
          (each) => each.do === 'name' && each.what === what && each.which === which,
        );
        return [
          ...(block ? [] : [`${what} ${which}`]),
          ...(oracle.guards(what, which).has(RemovalPolicy.PROTECT) === (lifecycle.prevent_destroy === true)
            ? []
            : [`guard of ${what} ${which}`]),
          ...(ignores === (lifecycle.ignore_changes !== undefined) ? [] : [`lifecycle of ${what} ${which}`]),
          ...(isNamed === (names[`${what} ${which}`] === `fixed_${what}_${which}`) ? [] : [`name of ${what} ${which}`]),
        ];
      }),
  );
  const versions = SECRETS.filter((which) => oracle.isThere(partOf(program.secrets, which).place)).flatMap((which) => {
    const { value, version } = partOf(program.secrets, which);
    const written = blocks('resource', 'coffer_secret')[names[`secret ${which}`] ?? '']?.value_wo_version;
    const escaped = version.replace('/', '%2F');
    const expected = {
      plain: /^undefined$/,
      variable: new RegExp(`^${version}$`),
      // A hash of what is known, and one of the plain text.
      both: new RegExp(`^[0-9a-f]{16}/[0-9a-f]{16}/${escaped}$`),
      json: new RegExp(`^[0-9a-f]{16}/${escaped}$`),
      template: new RegExp(`^[0-9a-f]{16}/${escaped}$`),
    }[value];
    const block = blocks('resource', 'coffer_secret')[names[`secret ${which}`] ?? ''];
    const reference = `var.${partOf(program.secrets, which).variable}`;
    const composed = {
      json: `{"list":[\${jsonencode(${reference})}],"user":"u"}`,
      template: `\${${reference}} of u`,
      variable: `\${${reference}}`,
    };
    const text = value === 'plain' || value === 'both' ? block?.value_wo : composed[value];
    return [
      ...(expected.test(String(written)) ? [] : [`version of secret ${which}`]),
      ...(block?.value_wo === text ? [] : [`value of secret ${which}`]),
    ];
  });
  return [...wrongKeys, ...guards, ...versions];
}

/** The ids in an argument; an expression for a list of them is taken apart. */
function idsIn(argument: unknown): string[] {
  if (typeof argument !== 'string') return [...new Set(argument as string[])].sort();
  const items = argument.match(/"b-\d"|(?:values\()?coffer_bucket\.\w+\)?(?:\[\*\])?\.id/g) ?? [];
  return [...new Set(items.map((item) => (item.startsWith('"') ? JSON.parse(item) : `\${${item}}`)))].sort();
}

/** The block whose logical id ends with a part of a path and its hash. */
const find = (blocks: Record<string, Record<string, unknown>>, id: string) =>
  Object.entries(blocks).find(([name]) => new RegExp(`(^|_)${id}_[0-9A-F]{8}$`).test(name))?.[1];
