import { TerraformStack, Testing, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import { addressOf, overriddenBlocks } from '../code/attributes';
import { ingredientsOf } from '../code/hcl-references';
import { hasExpression, partsOf } from '../code/hcl-text';
import { type Block, identityOf, isBlock, originOf, textOf } from '../code/references';
import { pathOf, wasValidated } from '../code/tree';
import { KEY_TYPES } from '../identities/places';
import { accessOf, type KeyAccess } from './key-access';
import { accessIn } from './keys-of-app';
import { permissionInWords } from './permissions';

/** A bucket, as the id of one in the code says. */
export interface OpenedBucket {
  /** The resource or data source that the id refers to; undefined for a bucket that is none of this app. */
  readonly element: Block | undefined;
  /** Which instance of the element, as it is written; empty for one that is alone, `[*]` for all. */
  readonly index: string;
  /** Path of its construct with the index; else the id or the expression, as it is written. */
  readonly name: string;
  /** The stack whose expression it is; undefined for an id. */
  readonly stack?: TerraformStack;
}

const isBucket = (construct: IConstruct): construct is Block =>
  isBlock(construct) && construct.terraformResourceType === 'coffer_bucket';

/** The ids in the code of a key, with tokens; or one expression for several of them. */
export function idsIn(key: IConstruct, bucketIds: unknown): readonly string[] {
  if (Array.isArray(bucketIds) && !Token.isUnresolved(bucketIds)) return bucketIds.map(String);
  if (bucketIds === undefined || bucketIds === null) return [];
  const text = textOf(key, bucketIds);
  return text.startsWith('[') ? JSON.parse(text) : [text];
}

/** Finds the buckets of an app by what stands for them in the code. Making one fixes their logical ids, so make it late (C11). */
export class BucketIndex {
  readonly #byId = new Map<string, Block>();
  readonly #byAddress = new Map<string, Block>();

  constructor({ node }: IConstruct) {
    for (const block of node.root.node.findAll().filter(isBucket)) {
      this.#byId.set(identityOf(block, block.getStringAttribute('id')), block);
      this.#byAddress.set(`${TerraformStack.of(block).node.path}:${addressOf(block)}`, block);
    }
  }

  /** The buckets that an id in the code of a construct stands for; several, if it is an expression for a list. */
  find(user: IConstruct, id: string): readonly OpenedBucket[] {
    if (!Token.isUnresolved(id) && !hasExpression(id)) return [{ element: undefined, index: '', name: id }];
    const element = this.#byId.get(identityOf(user, id));
    if (element) return [found(element, '')];
    const stack = TerraformStack.of(user);
    const text = textOf(user, id);
    return this.#listedIn(stack, text) ?? [{ element: undefined, index: '', name: text, stack }];
  }

  /** Whether an id in the code of a construct stands for a bucket, or for several with it among them. */
  includes(user: IConstruct, id: string, bucket: IBucketRef): boolean {
    const wanted = this.find(bucket, bucket.bucketId);
    return this.find(user, id).some((one) => wanted.some((other) => isAmong(one, other)));
  }

  /** All buckets of an expression; undefined if it is more than a list of them, since only Terraform knows what is left of them then. */
  #listedIn(stack: TerraformStack, text: string): OpenedBucket[] | undefined {
    const listed = listIn(text);
    const buckets = listed?.items.map((item) =>
      typeof item === 'string' ? { element: undefined, index: '', name: item } : this.#atReference(stack, item),
    );
    const known = (buckets ?? []).filter((bucket) => bucket !== undefined);
    if (!listed || known.length === 0 || known.length < listed.items.length) return undefined;
    // A choice among equals has one result.
    return listed.isChoice && new Set(known.map(({ name }) => name)).size > 1 ? undefined : known;
  }

  #atReference(stack: TerraformStack, steps: readonly string[]): OpenedBucket | undefined {
    const [path, here] = originOf(steps) ?? [stack.node.path, steps];
    const length = here[0] === 'data' ? 3 : 2;
    const element = this.#byAddress.get(`${path}:${here.slice(0, length).join('.')}`);
    const [, index, isOne] = /^((?:\[.*\])?)((?:\.id)?)$/s.exec(textOfSteps(here.slice(length))) ?? [];
    return element && index !== undefined ? found(element, index || (isOne ? '' : '[*]')) : undefined;
  }
}

/** The elements of a listing expression: ids, and references as their steps. */
interface Listed {
  readonly items: readonly (string | readonly string[])[];
  /** Whether it takes one of them. */
  readonly isChoice: boolean;
}

const REFERENCE = String.raw`[A-Za-z_][\w-]*(?:\.[\w-]+|\.\*|\["[^"]*"\]|\[(?:\d+|\*)\])+`;

/** The parts of an expression that is a list, or takes one of a list. A function that leaves items out or changes them is none. */
const PART = new RegExp(
  String.raw`values\((?<map>${REFERENCE})\)\[\*\]\.id|(?<reference>${REFERENCE})|"(?<id>[^"$%\\]*)"|` +
    String.raw`(?<choice>(?:element|one|coalesce)\(|\d+)|(?:concat|distinct|flatten|setunion|sort|tolist|toset)\(|[\s[\](),]+`,
  'y',
);

function listIn(template: string): Listed | undefined {
  const [only, ...others] = partsOf(template).filter(({ part }) => part !== '');
  if (!only?.isCode || others.length > 0) return undefined;
  const code = only.part.slice(2, -1);
  const items: (string | readonly string[])[] = [];
  let isChoice = false;
  for (let at = 0; at < code.length; at = PART.lastIndex) {
    PART.lastIndex = at;
    const { map, reference = map, id, choice } = PART.exec(code)?.groups ?? {};
    if (PART.lastIndex === 0) return undefined;
    isChoice ||= choice !== undefined;
    if (id !== undefined) items.push(id);
    else if (reference !== undefined) items.push(...ingredientsOf(`\${${reference}}`).references);
  }
  return { items, isChoice };
}

const textOfSteps = (steps: readonly string[]): string =>
  steps.map((step) => (step.startsWith('[') ? step : `.${step}`)).join('');

const found = (element: Block, index: string): OpenedBucket => ({ element, index, name: `${pathOf(element)}${index}` });

/** Whether the second is the first, or one of its instances. */
const isAmong = (all: OpenedBucket, one: OpenedBucket): boolean =>
  all.element === one.element &&
  (all.element ? all.index === '[*]' || all.index === one.index : all.name === one.name && all.stack === one.stack);

/** Which buckets the code of keys opens, at one moment: each key, and the tree, is read once for any number of questions. */
export class Openings {
  readonly #ids = new Map<IConstruct, ReadonlySet<string>>();
  #index: BucketIndex | undefined;

  /** Whether a key opens a bucket. Looks behind tokens only if none is the id of that very bucket. */
  has(key: IConstruct, bucket: IBucketRef): boolean {
    const ids = this.#ids.get(key) ?? new Set(idsIn(key, accessIn(key)?.bucketIds));
    this.#ids.set(key, ids);
    if (ids.size === 0 || ids.has(bucket.bucketId)) return ids.size > 0;
    this.#index ??= new BucketIndex(key);
    const index = this.#index;
    return [...ids].some((id) => index.includes(key, id, bucket));
  }
}

interface CodedKey {
  readonly name: string;
  /** Where its tokens are resolved. */
  readonly scope: IConstruct;
  readonly access: KeyAccess;
}

/** Writes which key opens which bucket with which permission, as the code of the stacks has it: a table in Markdown. */
export function accessMatrix(scope: IConstruct): string {
  for (const stack of scope.node.root.node.findAll().filter(TerraformStack.isStack)) runAspects(stack);
  const index = new BucketIndex(scope);
  const rows = [...declaredKeys(scope), ...overriddenKeys(scope)].flatMap(({ name, scope, access }) => {
    const buckets = idsIn(scope, access.bucketIds).flatMap((id) => index.find(scope, id).map((bucket) => bucket.name));
    const permission = permissionInWords(scope, access);
    return (buckets.length > 0 ? buckets : ['no bucket']).map((bucket) => [name, bucket, permission] as const);
  });
  const lines = rows
    .sort(byText)
    .map(([key, bucket, permission]) => `| ${code(key)} | ${code(bucket)} | ${cell(permission)} |`);
  return ['| Key | Bucket | Permission |', '| --- | --- | --- |', ...new Set(lines)].join('\n');
}

const byText = (one: readonly string[], other: readonly string[]): number =>
  one.join('\n') < other.join('\n') ? -1 : 1;

/** Stacks whose aspects have run here. */
const synthesized = new WeakSet<TerraformStack>();

/** Aspects may add and change keys. Those of a stack that was validated have run, and may not bear to run again. */
function runAspects(stack: TerraformStack): void {
  if (wasValidated(stack) || synthesized.has(stack)) return;
  synthesized.add(stack);
  Testing.synth(stack);
}

const declaredKeys = (scope: IConstruct): CodedKey[] =>
  scope.node.findAll().flatMap((construct) => {
    const access = accessOf(construct);
    return access ? [{ name: pathOf(construct), scope: construct, access }] : [];
  });

/** Keys that a stack has only as overrides. */
const overriddenKeys = (scope: IConstruct): CodedKey[] =>
  scope.node.findAll().flatMap((stack) =>
    KEY_TYPES.flatMap((type) => overriddenBlocks(stack, type)).map(({ name, attributes }) => ({
      name,
      scope: stack,
      access: { bucketIds: attributes.bucket_ids, permissions: attributes.permissions },
    })),
  );

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const code = (text: string): string => `\`${cell(text)}\``;
