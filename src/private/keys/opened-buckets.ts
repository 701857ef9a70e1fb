import { TerraformStack, Testing, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import { addressOf, overriddenBlocks } from '../code/attributes';
import { hasExpression } from '../code/hcl-text';
import { type Block, identityOf, isBlock, textOf } from '../code/references';
import { pathOf, wasValidated } from '../code/tree';
import { KEY_TYPES } from '../identities/places';
import { partsOfList } from './bucket-refs';
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
  const ids = partsOfList(bucketIds);
  if (Array.isArray(ids) && !Token.isUnresolved(ids)) return ids.map(String);
  if (ids === undefined || ids === null) return [];
  const text = textOf(key, ids);
  if (text.startsWith('[')) return JSON.parse(text);
  const list = Array.isArray(ids) ? Tokenization.reverseList(ids) : undefined;
  return [list ? Token.asString(list) : text];
}

/** Finds the buckets of an app by what stands for them in the code. Making one fixes their logical ids, so make it late (C11). */
export class BucketIndex {
  readonly #byAddress = new Map<string, Block>();

  constructor({ node }: IConstruct) {
    for (const block of node.root.node.findAll().filter(isBucket))
      this.#byAddress.set(`${TerraformStack.of(block).node.path}:${addressOf(block)}`, block);
  }

  /** The bucket that an id in the code of a construct stands for, as far as it is an id, or refers to a bucket without more; or to all of a map. */
  find(user: IConstruct, id: string): OpenedBucket {
    if (!Token.isUnresolved(id) && !hasExpression(id)) return { element: undefined, index: '', name: id };
    const stack = TerraformStack.of(user);
    const [, reference] = /^at:(.*)$/s.exec(identityOf(user, id)) ?? [];
    const text = textOf(user, id);
    return (
      this.#at(reference ?? `${stack.node.path}:${text.replace(/^\$\{(.*)\}$/s, '$1')}`) ?? {
        element: undefined,
        index: '',
        name: text,
        stack,
      }
    );
  }

  /** Whether an id in the code of a construct stands for a bucket, or for several with it among them. */
  includes(user: IConstruct, id: string, bucket: IBucketRef): boolean {
    return isAmong(this.find(user, id), this.find(bucket, bucket.bucketId));
  }

  /** The bucket of a reference, in the forms that the program and this library write. */
  #at(reference: string): OpenedBucket | undefined {
    const [, path = '', map, address = map, index = ''] =
      /^(.*?):(?:values\(([\w.-]+)\)\[\*\]|((?:data\.)?[\w-]+\.[\w-]+)(\[[^[\]]*\])?)\.id$/s.exec(reference) ?? [];
    const element = this.#byAddress.get(`${path}:${address}`);
    return element && found(element, map === undefined ? index : '[*]');
  }
}

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
    const buckets = idsIn(scope, access.bucketIds).map((id) => index.find(scope, id).name);
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
