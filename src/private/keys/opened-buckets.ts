import { TerraformStack, Testing, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { IBucketRef } from '../../bucket-ref';
import { addressOf, overriddenBlocks } from '../code/attributes';
import { isUnknown } from '../code/hcl-text';
import { keyOf, referenceOf } from '../code/outline';
import { type Block, isBlock } from '../code/references';
import { pathOf, wasValidated } from '../code/tree';
import { KEY_TYPES } from '../identities/places';
import { partsOfList } from './bucket-refs';
import { accessOf, type KeyAccess } from './key-access';
import { accessIn, keysBelow } from './keys-of-app';
import { permissionInWords, UNKNOWN } from './permissions';

/** A bucket, as the id of one in the code says. */
export interface OpenedBucket {
  /** The resource or data source that the id refers to; undefined for a bucket that is none of this app. */
  readonly element?: Block;
  /** Which instance of the element, as it is written; empty for one that is alone, `[*]` for all. */
  readonly index: string;
  /** Path of its construct with the index; else the id. */
  readonly name: string;
}

const isBucket = (construct: IConstruct): construct is Block =>
  isBlock(construct) && construct.terraformResourceType === 'coffer_bucket';

/** The ids in the code of a key, with tokens. A list that only Terraform knows is one of them, as it is written. */
export function idsIn(bucketIds: unknown): readonly string[] {
  const ids = partsOfList(bucketIds);
  if (ids === undefined || ids === null) return [];
  if (!Array.isArray(ids)) return [Token.asString(ids)];
  return Token.isUnresolved(ids) ? [Token.asString(Tokenization.reverseList(ids))] : ids.map(String);
}

/** Finds the buckets of an app by what stands for them in the code. Making one fixes their logical ids, so make it late (C11). */
export class BucketIndex {
  readonly #byAddress = new Map<string, Block>();

  constructor({ node }: IConstruct) {
    for (const block of node.root.node.findAll().filter(isBucket))
      this.#byAddress.set(keyOf({ identifier: addressOf(block), originStack: TerraformStack.of(block) }), block);
  }

  /** The bucket, or all of a map, that an id in the code of a construct stands for; undefined if it is neither an id nor a reference to one. */
  find(user: IConstruct, id: string): OpenedBucket | undefined {
    if (!isUnknown(id)) return { index: '', name: id };
    const reference = referenceOf(user, id);
    const [, map, address = map, index = ''] = BUCKET_ID.exec(reference?.identifier ?? '') ?? [];
    if (!reference || address === undefined) return undefined;
    const element = this.#byAddress.get(keyOf({ ...reference, identifier: address }));
    if (!element) return undefined;
    const instance = map === undefined ? index : '[*]';
    return { element, index: instance, name: `${pathOf(element)}${instance}` };
  }
}

/** References to the ids of all buckets of a map, and to the id of a bucket, as this library and programs write them. */
const BUCKET_ID = /^(?:values\(([\w.-]+)\)\[\*\]|((?:data\.)?[\w-]+\.[\w-]+)(\[[^[\]]*\])?)\.id$/;

/** Whether the second is the first, or one of its instances. */
const isAmong = (all: OpenedBucket, one: OpenedBucket): boolean =>
  all.element === one.element && (all.element ? all.index === '[*]' || all.index === one.index : all.name === one.name);

/** Which buckets the code of keys opens, at one moment: each key, and the tree, is read once for any number of questions. */
export class Openings {
  readonly #ids = new Map<IConstruct, ReadonlySet<string>>();
  #index: BucketIndex | undefined;

  /** Whether a key opens a bucket; undefined if only Terraform knows. Looks behind tokens only if none is the id of that very bucket. */
  has(key: IConstruct, bucket: IBucketRef): boolean | undefined {
    const ids = this.#ids.get(key) ?? new Set(idsIn(accessIn(key)?.bucketIds));
    this.#ids.set(key, ids);
    if (ids.size === 0 || ids.has(bucket.bucketId)) return ids.size > 0;
    this.#index ??= new BucketIndex(key);
    const index = this.#index;
    const wanted = index.find(bucket, bucket.bucketId);
    const opened = [...ids].map((id) => index.find(key, id));
    if (wanted && opened.some((all) => all && isAmong(all, wanted))) return true;
    return wanted && opened.every((all) => all) ? false : undefined;
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
  const claimed = new Map(
    keysBelow(scope.node.root).flatMap(([, claims]) => claims.map(({ bucket }) => [bucket.bucketId, bucket])),
  );
  const nameOf = (user: IConstruct, id: string): string => {
    const found = index.find(user, id);
    const claim = claimed.get(id);
    return found ? code(found.name) : claim ? `${UNKNOWN} (${code(pathOf(claim))})` : UNKNOWN;
  };
  const rows = [...declaredKeys(scope), ...overriddenKeys(scope)].flatMap(({ name, scope, access }) => {
    const buckets = idsIn(access.bucketIds).map((id) => nameOf(scope, id));
    const permission = permissionInWords(access);
    return (buckets.length > 0 ? buckets : ['no bucket']).map((bucket) => [name, bucket, permission] as const);
  });
  const lines = rows.sort(byText).map(([key, bucket, permission]) => `| ${code(key)} | ${bucket} | ${permission} |`);
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

const code = (text: string): string => `\`${text.replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
