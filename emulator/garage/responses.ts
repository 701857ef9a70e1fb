import { z } from 'zod';

/** Garage's responses. Unknown members are ignored: every release adds some. */
export type Schema<T> = z.ZodType<T>;

const integer = z.union([z.bigint(), z.int()]).transform(BigInt);
const permissions = z.object({ read: z.boolean(), write: z.boolean(), owner: z.boolean() });

/** A bucket of the cluster. `objects` and `bytes` lag by some moments. */
export interface ClusterBucket {
  /** 64 hex digits, chosen by Garage. */
  readonly id: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly created: number;
  readonly globalAliases: readonly string[];
  readonly quotas: { readonly maxSize: bigint | null };
  readonly objects: bigint;
  readonly bytes: bigint;
  /** Keys with a right or a local alias. */
  readonly keys: readonly { readonly accessKeyId: string; readonly permissions: z.infer<typeof permissions> }[];
}

export const bucket: Schema<ClusterBucket> = z.object({
  id: z.string(),
  created: z.string().transform(Date.parse),
  globalAliases: z.array(z.string()),
  quotas: z.object({ maxSize: integer.nullable() }),
  objects: integer,
  bytes: integer,
  keys: z.array(z.object({ accessKeyId: z.string(), permissions })),
});

export const buckets: Schema<ClusterBucket[]> = z.array(bucket);

export interface ClusterKey {
  readonly name: string;
  readonly expired: boolean;
  readonly buckets: readonly { readonly id: string; readonly permissions: z.infer<typeof permissions> }[];
}

export const key: Schema<ClusterKey> = z.object({
  name: z.string(),
  expired: z.boolean().default(false),
  buckets: z.array(z.object({ id: z.string(), permissions })),
});

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly expired: boolean;
}

export const keys: Schema<ListedKey[]> = z.array(
  z.object({ id: z.string(), name: z.string(), expired: z.boolean().default(false) }),
);

/** Any other response than `null` is from another server, which may have deleted nothing. */
export const deleted: Schema<'deleted'> = z.null().transform(() => 'deleted' as const);

export const cleanUp = z.object({ uploadsDeleted: integer });

export const failure = z.object({ code: z.string(), message: z.string() });
