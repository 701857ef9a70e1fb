import {
  Aspects,
  Fn,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  type TerraformResource,
  TerraformStack,
  TerraformVariable,
  Testing,
} from 'cdktf';
import { Construct, type IConstruct } from 'constructs';
import {
  AccessKey,
  Bucket,
  CofferProvider,
  CofferTesting,
  type IBucket,
  type ISecret,
  l1,
  NoCrossStackSecrets,
  NoOwnerKeys,
  NoPlainTextSecrets,
  Permission,
  RequireRotation,
  RotatingAccessKey,
  Secret,
  SecretValue,
  Size,
} from '../../src';
import { type App, type Place, partOf, STACKS, type StackId, type Statement } from './apps';
import { makeApp } from './support';

const PERMISSIONS = { read: Permission.READ, owner: Permission.OWNER } as const;
const ALL = { read: true, write: true, owner: true };
const RULES = {
  owner: () => new NoOwnerKeys(),
  rotation: () => new RequireRotation(),
  plain: () => new NoPlainTextSecrets(),
  crossing: () => new NoCrossStackSecrets(),
} as const;

type Code = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Block>>>>>>;
type Block = Readonly<Record<string, unknown>>;

/** What came of an app. */
export interface Outcome {
  /** The problems of all stacks, each once and without the stack that reports it. */
  readonly problems: readonly string[];
  /** Without problems: the code of each stack. */
  readonly code: Readonly<Record<StackId, Code>> | undefined;
  /** Names of resources in Terraform by part, such as `buckets 0`. */
  readonly names: Readonly<Record<string, string>>;
  /** Whether a key has a permission on a bucket, as tests of programs ask it. */
  readonly hasGrant: (key: number, bucket: number, permission: 'read' | 'owner') => boolean;
}

/** Executes the statements of an app in an order; defines the parts that a statement needs on demand. */
export function runApp(app: App, order: readonly Statement[]): Outcome {
  const run = new Run(app);
  for (const each of order) run.execute(each);
  return run.synthesize();
}

class Run {
  readonly #root = makeApp();
  readonly #stacks: Readonly<Record<StackId, TerraformStack>>;
  readonly #buckets = new Map<number, IBucket | l1.Bucket>();
  readonly #keys = new Map<number, AccessKey | RotatingAccessKey>();
  readonly #secrets = new Map<number, Secret>();

  constructor(readonly app: App) {
    const stackOf = (id: StackId) => {
      const stack = new TerraformStack(this.#root, id);
      const projectId = app.projects[id];
      new CofferProvider(stack, 'coffer', projectId === undefined ? {} : { projectId });
      return stack;
    };
    this.#stacks = { one: stackOf('one'), two: stackOf('two') };
  }

  execute(statement: Statement): void {
    switch (statement.do) {
      case 'define':
        ({
          buckets: () => this.#bucket(statement.which),
          keys: () => this.#key(statement.which),
          secrets: () => this.#secret(statement.which),
        })[statement.what]();
        break;
      case 'policy':
        Aspects.of(statement.at === 'app' ? this.#root : this.#scope(statement.at)).add(RULES[statement.rule]());
        break;
      case 'add':
        this.#add(statement);
        break;
      case 'spill':
        this.#spill(this.#stacks[statement.stack], statement.how);
        break;
      case 'leak':
        this.#leak(statement);
        break;
      case 'output':
        new TerraformOutput(this.#stacks[statement.stack], `own-${statement.name}`, { value: 'x' }).overrideLogicalId(
          statement.name,
        );
    }
  }

  synthesize(): Outcome {
    const problems = new Set<string>();
    const code: Partial<Record<StackId, Code>> = {};
    for (const id of STACKS) this.#stacks[id].prepareStack();
    for (const id of STACKS) {
      try {
        code[id] = JSON.parse(Testing.synth(this.#stacks[id], true));
      } catch (error) {
        const lines = String(error)
          .split('\n')
          .filter((line) => line.startsWith('  ['));
        if (lines.length === 0) throw error;
        for (const line of lines) problems.add(line.replace(/^ {2}\[[^\]]*\] /, ''));
      }
    }
    return {
      problems: [...problems],
      code: problems.size === 0 ? (code as Record<StackId, Code>) : undefined,
      names: this.#names(),
      hasGrant: (key, bucket, permission) =>
        CofferTesting.hasGrant(this.#key(key), this.#bucket(bucket) as IBucket, PERMISSIONS[permission]),
    };
  }

  #names(): Record<string, string> {
    const all = { buckets: this.#buckets, keys: this.#keys, secrets: this.#secrets };
    return Object.fromEntries(
      Object.entries(all).flatMap(([what, made]) =>
        [...made].flatMap(([which, construct]) => {
          const resource = resourceOf(construct);
          return resource ? [[`${what} ${which}`, resource.friendlyUniqueId]] : [];
        }),
      ),
    );
  }

  #scope({ stack, isInner }: Place): Construct {
    const root = this.#stacks[stack];
    if (!isInner) return root;
    return (root.node.tryFindChild('Inner') as Construct | undefined) ?? new Construct(root, 'Inner');
  }

  #bucket(which: number): IBucket | l1.Bucket {
    const known = this.#buckets.get(which);
    if (known) return known;
    const { kind, isNamed, isRepeated, ...place } = partOf(this.app.buckets, which);
    const [scope, id] = [this.#scope(place), `Bucket${which}`];
    const made = {
      managed: () => new Bucket(scope, id, { maxSize: Size.bytes(1) }),
      given: () => Bucket.fromBucketId(scope, id, `b-${which}`),
      found: () => Bucket.fromBucketAlias(scope, id, `alias-${which}`),
      low: () => new l1.Bucket(scope, id, { maxSize: 1, forEach: TerraformIterator.fromList(['x', 'y']) }),
    }[kind]();
    if (isNamed) resourceOf(made)?.overrideLogicalId('same');
    if (isRepeated) resourceOf(made)?.addOverride('for_each', Fn.toset(['x', 'y']));
    this.#buckets.set(which, made);
    return made;
  }

  #key(which: number): AccessKey | RotatingAccessKey {
    const known = this.#keys.get(which);
    if (known) return known;
    const { kind, permission, isDeclared, isWidened, buckets, rotates, sink, output, ...place } = partOf(
      this.app.keys,
      which,
    );
    const [scope, id] = [this.#scope(place), `Key${which}`];
    const own = buckets.map((each) => this.#bucket(each) as IBucket);
    const opened = own.length > 0 ? own : [Bucket.fromBucketId(scope, `Of${id}`, `b-of-${which}`)];
    const props = {
      ...(isDeclared && { permission: PERMISSIONS[permission], buckets: opened }),
      ...(rotates && { rotationTrigger: { month: '1' } }),
    };
    const made = kind === 'AccessKey' ? new AccessKey(scope, id, props) : new RotatingAccessKey(scope, id, props);
    for (const each of isDeclared ? [] : opened) permission === 'owner' ? each.grantOwner(made) : each.grantRead(made);
    if (isWidened && kind === 'AccessKey') made.resource.putPermissions(ALL);
    else if (isWidened) made.resource.addOverride('permissions', ALL);
    this.#keys.set(which, made);
    if (sink?.by === 'name') made.storeIn(sink.text);
    else if (sink) made.storeInSecret(this.#sink(scope, `${id}Secret`, sink));
    if (output !== undefined) made.outputCredentials(output);
    return made;
  }

  #sink(scope: Construct, id: string, sink: NonNullable<App['keys'][number]['sink']>): ISecret {
    if (sink.by === 'managed') return this.#secret(sink.secret);
    if (sink.by === 'id') return Secret.fromSecretId(scope, id, sink.text);
    return Secret.fromSecretName(scope, id, sink.text);
  }

  #secret(which: number): Secret {
    const known = this.#secrets.get(which);
    if (known) return known;
    const { name, value, isCounted, ...place } = partOf(this.app.secrets, which);
    const scope = this.#scope(place);
    const variable = (text?: string) =>
      new TerraformVariable(scope, `variable-${which}`, {
        type: 'string',
        ...(text !== undefined && { default: text }),
      }).stringValue;
    const given = {
      none: () => undefined,
      variable: () => SecretValue.fromVariable(scope, `secret_${which}`, { version: '1' }),
      plain: () => SecretValue.unsafePlainText('hunter2'),
      defaulted: () => SecretValue.unsafePlainText(variable('hunter2')),
      kept: () => SecretValue.fromEphemeral(variable(), { version: '1' }),
    }[value]();
    const made = new Secret(scope, `Secret${which}`, { secretName: name, ...(given && { value: given }) });
    if (isCounted) made.resource.addOverride('count', 1);
    this.#secrets.set(which, made);
    return made;
  }

  #add({ at, permission, rotates }: Extract<Statement, { do: 'add' }>): void {
    const target = this.#scope(at);
    // The frameworks visit the children that a construct had when they came to it.
    const trigger = new Construct(target, 'Trigger');
    const visit = (node: IConstruct) => {
      if (node !== trigger || target.node.tryFindChild('Added')) return;
      new AccessKey(target, 'Added', {
        permission: PERMISSIONS[permission],
        buckets: [Bucket.fromBucketId(target, 'OfAdded', 'b-added')],
        ...(rotates && { rotationTrigger: { month: '1' } }),
      });
    };
    Aspects.of(this.#stacks[at.stack]).add({ visit });
  }

  #leak({ key, byLocal }: Extract<Statement, { do: 'leak' }>): void {
    const { secretAccessKey } = this.#key(key);
    const id = `leak ${key} ${byLocal}`;
    const value = byLocal ? new TerraformLocal(this.#stacks.one, id, secretAccessKey).asString : secretAccessKey;
    new TerraformOutput(this.#stacks.two, id, { value, sensitive: true });
  }

  #spill(stack: TerraformStack, how: Extract<Statement, { do: 'spill' }>['how']): void {
    const id = `spill ${how}`;
    const value = SecretValue.fromVariable(stack, 'spilt', { version: '1' });
    const ways: Readonly<Record<typeof how, () => unknown>> = {
      output: () => new TerraformOutput(stack, id, { value: { password: value } }),
      'json in an output': () => new TerraformOutput(stack, id, { value: Fn.jsonencode({ password: value }) }),
      local: () => new TerraformLocal(stack, id, [value]),
      default: () => new TerraformVariable(stack, id, { default: value }),
      override: () => new l1.Bucket(stack, id, { maxSize: 1 }).addOverride('description', value),
    };
    ways[how]();
  }
}

const resourceOf = (construct: IConstruct): TerraformResource | undefined =>
  construct instanceof l1.Bucket ? construct : (construct as { resource?: TerraformResource }).resource;
