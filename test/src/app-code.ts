import { all, permissionOf } from './app-oracle';
import { type App, type KeyPart, PARTS, partOf, pathOf, type StackId } from './apps';
import type { Outcome } from './run-app';

/* What the code of a random app without problems has to declare, from its parts and statements alone. */

/** What the code of an app lacks, in words; empty if nothing. */
export function findMissing(app: App, { code, names, hasGrant }: Outcome): string[] {
  if (!code) return [];
  const block = (stack: StackId, kind: string, type: string, name: string | undefined) =>
    code[stack][kind]?.[type]?.[name ?? ''];
  const bucketId = (which: number): string => {
    const { kind, stack } = partOf(app.buckets, which);
    if (kind === 'given') return `b-${which}`;
    if (kind === 'managed') return `${stack} coffer_bucket.${names[`buckets ${which}`]}.id`;
    const found = Object.keys(code[stack].data?.coffer_bucket ?? {}).find((name) => name.includes(`Bucket${which}_`));
    return `${stack} data.coffer_bucket.${found}.id`;
  };
  const keys = PARTS.keys.flatMap((which) => {
    const part = partOf(app.keys, which);
    const type = part.kind === 'AccessKey' ? 'coffer_access_key' : 'coffer_rotating_access_key';
    const key = block(part.stack, 'resource', type, names[`keys ${which}`]);
    const ids = part.buckets.length > 0 ? part.buckets.map(bucketId) : [`b-of-${which}`];
    const written = [(key?.bucket_ids ?? []) as readonly string[]].flat().map((id) => targetOf(code, part.stack, id));
    const permission = permissionOf(part);
    const isOwner = permission === 'owner';
    return [
      ...difference(`buckets of key ${which}`, written.sort(), ids.sort()),
      ...difference(`permissions of key ${which}`, key?.permissions, { read: true, write: isOwner, owner: isOwner }),
      ...difference(`rotation of key ${which}`, key?.rotation_trigger, part.rotates ? { month: '1' } : undefined),
      ...difference(`sink of key ${which}`, sinkIn(app, code, part, key), sinkOf(part)),
      ...part.buckets
        .filter((bucket) => !hasGrant(which, bucket, permission) || hasGrant(which, bucket, isOwner ? 'read' : 'owner'))
        .map((bucket) => `grant of bucket ${bucket} to key ${which}`),
      ...(part.output !== undefined && !(part.output in (code[part.stack].output ?? {}))
        ? [`output of key ${which}`]
        : []),
    ];
  });
  const secrets = PARTS.secrets.flatMap((which) => {
    const { stack, name, value, isCounted } = partOf(app.secrets, which);
    const written = block(stack, 'resource', 'coffer_secret', names[`secrets ${which}`]);
    const has = { value: written?.value !== undefined, value_wo: written?.value_wo !== undefined };
    const wants = { value: value === 'plain' || value === 'defaulted', value_wo: value === 'variable' };
    return [
      ...difference(`name of secret ${which}`, written?.name, name),
      ...difference(`value of secret ${which}`, has, wants),
      ...difference(`count of secret ${which}`, written?.count, isCounted ? 1 : undefined),
    ];
  });
  const buckets = PARTS.buckets.flatMap((which) => {
    const { stack, kind, isNamed, isRepeated } = partOf(app.buckets, which);
    if (kind === 'given' || kind === 'found') return [];
    const written = block(stack, 'resource', 'coffer_bucket', names[`buckets ${which}`]);
    const isIterated = written?.for_each !== undefined;
    return [
      ...(written ? [] : [`bucket ${which}`]),
      ...difference(`iteration of bucket ${which}`, isIterated, isRepeated || kind === 'low'),
      ...(isNamed && names[`buckets ${which}`] !== 'same' ? [`name of bucket ${which}`] : []),
    ];
  });
  const others = all(app, 'add').flatMap(({ at }) => {
    const made = Object.keys(code[at.stack].resource?.coffer_access_key ?? {});
    return made.some((name) => name.startsWith(at.isInner ? 'Inner_Added_' : 'Added_')) ? [] : [`key of ${pathOf(at)}`];
  });
  return [...keys, ...secrets, ...buckets, ...others];
}

/** The block and attribute that an expression leads to, also by the output of another stack; text stays. */
function targetOf(code: NonNullable<Outcome['code']>, stack: StackId, value: string): string {
  const [, expression] = /^\$\{(.*)\}$/.exec(value) ?? [];
  if (expression === undefined) return value;
  const [, origin, output] =
    /^data\.terraform_remote_state\.cross-stack-reference-input-(\w+)\.outputs\.(.+)$/.exec(expression) ?? [];
  if (origin === undefined || output === undefined) return `${stack} ${expression}`;
  const { value: inner } = (code[origin as StackId].output?.[output] ?? {}) as { readonly value?: unknown };
  return targetOf(code, origin as StackId, String(inner));
}

/** Where a key is to be stored. */
const sinkOf = ({ sink, stack }: KeyPart): string | undefined => {
  if (!sink) return undefined;
  if (sink.by === 'managed') return `secret ${sink.secret}`;
  return sink.by === 'look-up' ? `look-up of ${sink.text} in ${stack}` : `${sink.by} ${sink.text}`;
};

/** Where the code stores it. */
function sinkIn(
  app: App,
  code: NonNullable<Outcome['code']>,
  { stack }: KeyPart,
  key: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const { secret_id: id, secret_name: name } = (key?.store_in ?? {}) as { secret_id?: string; secret_name?: string };
  if (name !== undefined) return `name ${name}`;
  if (id === undefined) return undefined;
  const [, place, kind, type, block] =
    /^(\w+) (data\.)?(coffer_secret)\.([\w-]+)\.id$/.exec(targetOf(code, stack, id)) ?? [];
  if (place === undefined || type === undefined) return `id ${id}`;
  if (kind === undefined) {
    const which = PARTS.secrets.find(
      (each) => block?.includes(`Secret${each}_`) && partOf(app.secrets, each).stack === place,
    );
    return `secret ${which}`;
  }
  return `look-up of ${code[place as StackId].data?.coffer_secret?.[block ?? '']?.name} in ${place}`;
}

function difference(what: string, written: unknown, wanted: unknown): string[] {
  const [one, other] = [written, wanted].map((value) => JSON.stringify(value, sortKeys));
  return one === other ? [] : [`${what}: ${one}`];
}

const sortKeys = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
