import { fc } from '../support/property';

/*
 * Random apps: two stacks, look-ups, aspects that add, overrides, iterators, and secret values in places that take none. programs.ts has
 * the grants, names and guards of one stack. run-app.ts builds an app, app-oracle.ts and app-code.ts say what has to come of it.
 */

export const STACKS = ['one', 'two'] as const;
export type StackId = (typeof STACKS)[number];

/** A place of constructs: a stack, or a scope in it. */
export interface Place {
  readonly stack: StackId;
  readonly isInner: boolean;
}

export const PARTS = { buckets: [0, 1, 2], keys: [0, 1, 2, 3], secrets: [0, 1, 2] } as const;

export interface BucketPart extends Place {
  /** `found` is looked up by its alias; `low` is a low-level one over which an iterator goes. */
  readonly kind: 'managed' | 'given' | 'found' | 'low';
  /** Whether its logical id is set to one that others may have, too. */
  readonly isNamed: boolean;
  /** Whether an override iterates over it: then no key can open it. */
  readonly isRepeated: boolean;
}

/** Where a key is stored: by name, in a secret of somebody else by name or id, or in a managed one. */
export type Sink =
  | { readonly by: 'name' | 'look-up' | 'id'; readonly text: string }
  | { readonly by: 'managed'; readonly secret: number };

export interface KeyPart extends Place {
  readonly kind: 'AccessKey' | 'RotatingAccessKey';
  readonly permission: 'read' | 'owner';
  /** Whether its props say so; else grants of its buckets do. */
  readonly isDeclared: boolean;
  /** Whether the low-level construct is given full control after that. */
  readonly isWidened: boolean;
  readonly buckets: readonly number[];
  readonly rotates: boolean;
  readonly sink: Sink | undefined;
  /** Name of its output; none for a stored key. */
  readonly output: string | undefined;
}

export interface SecretPart extends Place {
  readonly name: string;
  /** `defaulted` has its text in the default of a variable; `kept` says that a variable is ephemeral, which is not. */
  readonly value: 'none' | 'variable' | 'plain' | 'defaulted' | 'kept';
  readonly isCounted: boolean;
}

export const SPILLS = ['output', 'json in an output', 'local', 'default', 'override'] as const;
export type RuleName = 'owner' | 'rotation' | 'plain' | 'crossing';

/** A step of a program. */
export type Statement =
  | { readonly do: 'define'; readonly what: keyof typeof PARTS; readonly which: number }
  | { readonly do: 'policy'; readonly rule: RuleName; readonly at: Place | 'app' }
  /** An aspect of the stack adds a key to a place in it. */
  | { readonly do: 'add'; readonly at: Place; readonly permission: 'read' | 'owner'; readonly rotates: boolean }
  | { readonly do: 'spill'; readonly stack: StackId; readonly how: (typeof SPILLS)[number] }
  /** An output of stack `two` shows the secret half of a key of stack `one`. */
  | { readonly do: 'leak'; readonly key: number; readonly byLocal: boolean }
  /** An output of the program itself. */
  | { readonly do: 'output'; readonly stack: StackId; readonly name: string };

export interface App {
  /** The project that the provider of each stack names; undefined: the environment names it. */
  readonly projects: Readonly<Record<StackId, string | undefined>>;
  readonly buckets: readonly BucketPart[];
  readonly keys: readonly KeyPart[];
  readonly secrets: readonly SecretPart[];
  readonly statements: readonly Statement[];
}

const place = { stack: fc.constantFrom(...STACKS), isInner: fc.boolean() };
const names = fc.constantFrom('a', 'b');
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });
const project = maybe(fc.constantFrom('p-1', 'p-1', 'p-2'));
const rarely = fc.constantFrom(false, false, true);
const permission = fc.constantFrom<'read' | 'owner'>('read', 'read', 'owner');

const sink: fc.Arbitrary<Sink> = fc.oneof(
  fc.record({ by: fc.constantFrom<'name' | 'look-up'>('name', 'look-up'), text: names }),
  fc.record({ by: fc.constant('id' as const), text: fc.constantFrom('s-1', 's-2') }),
  fc.record({ by: fc.constant('managed' as const), secret: fc.constantFrom(...PARTS.secrets) }),
);

const key = fc.record<KeyPart>({
  ...place,
  kind: fc.constantFrom('AccessKey', 'RotatingAccessKey'),
  permission,
  isDeclared: fc.boolean(),
  isWidened: rarely,
  buckets: fc.uniqueArray(fc.constantFrom(...PARTS.buckets), { maxLength: 2 }),
  rotates: fc.boolean(),
  sink: fc.option(sink, { nil: undefined, freq: 2 }),
  output: maybe(fc.constantFrom('creds', 'creds', 'other')),
});

const bucket = fc.record<BucketPart>({
  ...place,
  kind: fc.constantFrom('managed', 'managed', 'given', 'found', 'low'),
  isNamed: rarely,
  isRepeated: rarely,
});

const secret = fc.record<SecretPart>({
  ...place,
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  value: fc.constantFrom('none', 'variable', 'variable', 'plain', 'defaulted', 'kept'),
  isCounted: rarely,
});

const at = fc.record(place);

const statement: fc.Arbitrary<Statement> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('policy' as const),
      rule: fc.constantFrom<RuleName>('owner', 'rotation', 'plain', 'crossing'),
      at: fc.oneof(fc.constant('app' as const), at),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('add' as const), at, permission, rotates: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('spill' as const), stack: place.stack, how: fc.constantFrom(...SPILLS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('leak' as const),
      key: fc.constantFrom(...PARTS.keys),
      byLocal: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('output' as const),
      stack: place.stack,
      name: fc.constantFrom('creds', 'alias'),
    }),
  },
);

const DEFINITIONS = (['buckets', 'keys', 'secrets'] as const).flatMap((what) =>
  PARTS[what].map((which): Statement => ({ do: 'define', what, which })),
);

/** The same app without most of its possible faults, because most random apps have some. */
function careful(app: App): App {
  return {
    ...app,
    buckets: app.buckets.map((part, which) => ({
      ...part,
      isNamed: false,
      isRepeated: part.isRepeated && !app.keys.some(({ buckets }) => buckets.includes(which)),
    })),
    keys: app.keys.map((part, which) => ({
      ...part,
      permission: 'read',
      isWidened: part.isWidened && !part.isDeclared,
      rotates: true,
      output: part.output && `${part.output}-${which}`,
      sink:
        part.sink && (part.sink.by === 'managed' ? undefined : { ...part.sink, text: `${part.sink.text}-${which}` }),
    })),
    secrets: app.secrets.map((part, which) => ({
      ...part,
      name: `own-${which}`,
      value: part.value === 'plain' || part.value === 'defaulted' || part.value === 'kept' ? 'variable' : part.value,
    })),
    statements: app.statements
      .filter(
        (each) => each.do !== 'spill' && !(each.do === 'policy' && (each.rule === 'owner' || each.rule === 'crossing')),
      )
      .map((each) => (each.do === 'add' ? { ...each, permission: 'read', rotates: true } : each)),
  };
}

/** What the app can say at all: stack `two` refers to `one`, and no reference leads to another project. */
function possible(app: App): App {
  const isElsewhere = (from: StackId, to: StackId) => {
    const [own, other] = [app.projects[from], app.projects[to]];
    return (
      (from === 'one' && to === 'two') || (own !== undefined && other !== undefined && own !== other && from !== to)
    );
  };
  const keys = app.keys.map((part): KeyPart => {
    const buckets = part.buckets.filter((each) => {
      const { stack, kind } = partOf(app.buckets, each);
      return kind !== 'low' && !isElsewhere(part.stack, stack);
    });
    const { sink: given } = part;
    const isFar = given?.by === 'managed' && isElsewhere(part.stack, partOf(app.secrets, given.secret).stack);
    const sink = isFar ? undefined : given;
    return { ...part, buckets, sink, output: sink ? undefined : part.output };
  });
  return {
    ...app,
    keys,
    buckets: app.buckets.map((part) => ({
      ...part,
      isNamed: part.isNamed && part.kind === 'managed',
      // Of two repeated blocks of one address, nothing says which one is meant.
      isRepeated: part.isRepeated && part.kind === 'managed' && !part.isNamed,
    })),
    statements: app.statements.filter((each) => {
      if (each.do !== 'leak') return true;
      const { stack, sink } = partOf(keys, each.key);
      return stack === 'one' && !sink;
    }),
  };
}

/** An app, and two orders of its statements. */
export const apps: fc.Arbitrary<readonly [App, readonly Statement[], readonly Statement[]]> = fc
  .record<App>({
    projects: fc.record({ one: project, two: project }),
    buckets: fc.tuple(...PARTS.buckets.map(() => bucket)),
    keys: fc.tuple(...PARTS.keys.map(() => key)),
    secrets: fc.tuple(...PARTS.secrets.map(() => secret)),
    statements: fc.uniqueArray(statement, { maxLength: 8, selector: (each) => idOf(each) }),
  })
  .chain((app) => fc.constantFrom(app, careful(app)))
  .map(possible)
  .map((app) => ({ ...app, statements: [...DEFINITIONS, ...app.statements] }))
  .chain((app) => {
    const order = fc.shuffledSubarray([...app.statements], { minLength: app.statements.length });
    return fc.tuple(fc.constant(app), order, order);
  });

/** What a statement makes one of. */
const idOf = (statement: Statement): string => {
  if (statement.do === 'add') return `add ${pathOf(statement.at)}`;
  if (statement.do === 'output') return `output ${statement.stack} ${statement.name}`;
  return JSON.stringify(statement);
};

/** The path of a place, or of a construct in it. */
export const pathOf = ({ stack, isInner }: Place, id?: string): string =>
  [stack, isInner ? 'Inner' : '', id].filter(Boolean).join('/');

export function partOf<T>(all: readonly T[], which: number): T {
  const part = all[which];
  if (part === undefined) throw new Error(`there is no part ${which}`);
  return part;
}
