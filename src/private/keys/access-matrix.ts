import { TerraformStack, Testing } from 'cdktf';
import type { IConstruct } from 'constructs';
import { overriddenBlocks } from '../code/attributes';
import { pathOf, wasValidated } from '../code/tree';
import { KEY_TYPES } from '../identities/places';
import { accessOf, type KeyAccess, permissionInWords } from './key-access';
import { BucketIndex, idsIn } from './opened-buckets';

/** A key in the code. */
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
