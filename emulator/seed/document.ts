import * as z from 'zod';
import { BUCKET_NAME, base64, id, maxSize, SECRET_NAME } from '../../contract';
import type { FieldProblem } from '../domain/errors';
import type { Seed } from '../domain/seed';
import { strict } from '../validation/strict';
import { toProblems } from '../validation/validate';

export const isBucketName = (text: string) => BUCKET_NAME.test(text);

const visible = (least: number) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{${least},}$`), `must be visible ASCII characters, at least ${least}`);

/** An object of a seed, which holds secrets. */
const only = <Shape extends z.core.$ZodLooseShape>(shape: Shape) => strict(shape, { hidesNames: true });

/** Maximum length of the key of an object. */
const LONGEST_KEY_BYTES = 1024;

const bit = z.boolean().default(false);
const bytes = only({ base64 });
const object = {
  id: id.optional().describe('Drawn when left out.'),
  project_id: id.optional().describe('The first project when left out.'),
};

/** Schema of an entry of each part of a seed, with the interface's own names where it has them. */
const parts = {
  projects: id,
  tokens: only({
    token: visible(1),
    projects: z.array(id).min(1).optional().describe('All projects of the seed when left out.'),
    read_only: z.boolean().default(false).describe('Whether the token lists, and changes nothing.'),
  }),
  secrets: only({
    ...object,
    name: z.string().regex(SECRET_NAME, 'must hold only lowercase letters, digits and hyphens'),
    value: z
      .union([z.string().min(1), bytes], 'must be a text, or {"base64": …}')
      .describe('A text, or {"base64": …} for bytes.'),
  }),
  pull_secrets: only({
    ...object,
    server: z.string().min(1),
    username: z.string().min(1),
    password: z.string().min(1),
  }),
  buckets: only({
    ...object,
    alias: z
      .string()
      .regex(BUCKET_NAME, 'must be a name that S3 takes: 3 to 63 of a-z, 0-9, dot and hyphen')
      .optional()
      .describe('Name to use with S3 clients. Drawn when left out.'),
    max_size: maxSize,
    description: z.string().nullish(),
  }),
  access_keys: only({
    ...object,
    access_key_id: z
      .string()
      .regex(/^\w{3,128}$/, 'must be 3 to 128 letters, digits and underscores')
      .optional()
      .describe('Drawn when left out.'),
    secret_access_key: visible(8).optional().describe('Drawn when left out.'),
    buckets: z.array(id).describe('Ids or aliases.'),
    permissions: only({ read: bit, write: bit, owner: bit }),
  }),
  objects: only({
    bucket: id.describe('Id or alias.'),
    key: z
      .string()
      .min(1)
      .refine(
        (key) => Buffer.byteLength(key) <= LONGEST_KEY_BYTES,
        `must be at most ${LONGEST_KEY_BYTES} bytes in UTF-8`,
      ),
    body: z
      .union([z.string(), bytes], 'must be a text, or {"base64": …}')
      .describe('A text, or {"base64": …} for bytes.'),
    content_type: z
      .string()
      .regex(/^[\x20-\x7e]+$/, 'must be visible ASCII characters and spaces')
      .optional(),
  }),
} as const;

interface SeedObject {
  /** Drawn when left out. */
  readonly id?: string | undefined;
  /** The first project when left out. */
  readonly project_id?: string | undefined;
}

/** A seed as JSON, spelled out so that its users need no zod types. Objects without a project go into the first one; ids left out are drawn. */
export interface SeedDocument {
  /** Location of its JSON schema, for editors. */
  readonly $schema?: string | undefined;
  /** Names everything that a saved seed leaves out. For readers only. */
  readonly not_saved?: readonly string[] | undefined;
  readonly projects?: readonly string[] | undefined;
  readonly tokens?:
    | readonly {
        readonly token: string;
        readonly projects?: readonly string[] | undefined;
        readonly read_only?: boolean | undefined;
      }[]
    | undefined;
  readonly secrets?:
    | readonly (SeedObject & { readonly name: string; readonly value: string | { readonly base64: string } })[]
    | undefined;
  readonly pull_secrets?:
    | readonly (SeedObject & { readonly server: string; readonly username: string; readonly password: string })[]
    | undefined;
  readonly buckets?:
    | readonly (SeedObject & {
        readonly alias?: string | undefined;
        /** Quota in bytes. */
        readonly max_size: number | bigint;
        readonly description?: string | null | undefined;
      })[]
    | undefined;
  readonly access_keys?:
    | readonly (SeedObject & {
        readonly access_key_id?: string | undefined;
        readonly secret_access_key?: string | undefined;
        /** Ids or aliases. */
        readonly buckets: readonly string[];
        readonly permissions: {
          readonly read?: boolean | undefined;
          readonly write?: boolean | undefined;
          readonly owner?: boolean | undefined;
        };
      })[]
    | undefined;
  /** Objects in buckets of the seed, or in buckets that are there already. */
  readonly objects?:
    | readonly {
        /** Id or alias. */
        readonly bucket: string;
        readonly key: string;
        readonly body: string | { readonly base64: string };
        readonly content_type?: string | undefined;
      }[]
    | undefined;
}

export const seedDocument = only({
  $schema: z.string().describe('Where this schema is, for editors.'),
  not_saved: z.array(z.string()).describe('What a saved seed could not take along. For readers only.'),
  projects: z
    .array(parts.projects)
    .describe('Projects beside those of the start. Objects without a project go into the first one.'),
  tokens: z.array(parts.tokens).describe('Access tokens beside those of the start.'),
  secrets: z.array(parts.secrets),
  pull_secrets: z.array(parts.pull_secrets),
  buckets: z.array(parts.buckets),
  access_keys: z.array(parts.access_keys),
  objects: z.array(parts.objects).describe('Objects in buckets of the seed, or in buckets that are there already.'),
}).partial();

type Part = keyof typeof parts;

/** Reads a seed: returns every problem of its form, and the entries without problems. */
export function readSeed(json: unknown): { seed: Seed; problems: FieldProblem[] } {
  const { error } = seedDocument.safeParse(json);
  // Entry by entry, so that the valid entries can be checked further even if one is invalid.
  const read = <Name extends Part, T>(
    name: Name,
    to: (at: string, entry: z.output<(typeof parts)[Name]>) => T,
  ): T[] => {
    const all: unknown = json !== null && typeof json === 'object' ? Reflect.get(json, name) : undefined;
    if (!Array.isArray(all)) return [];
    return all.flatMap((each, place) => {
      const { success, data } = parts[name].safeParse(each);
      return success ? [to(`${name}.${place}`, data as z.output<(typeof parts)[Name]>)] : [];
    });
  };
  const seed: Seed = {
    projects: read('projects', (_, projectId) => projectId),
    tokens: read('tokens', (at, { token, projects: projectIds, read_only: isReadOnly }) => {
      return { at, token, projectIds, isReadOnly };
    }),
    secrets: read('secrets', (at, { project_id, value, ...secret }) => {
      return { at, ...secret, projectId: project_id, value: toBytes(value) };
    }),
    pullSecrets: read('pull_secrets', (at, { project_id, ...rest }) => ({ at, ...rest, projectId: project_id })),
    buckets: read('buckets', (at, { project_id: projectId, max_size: maxSize, description, ...rest }) => {
      return { at, ...rest, projectId, maxSize, description: description || null };
    }),
    accessKeys: read('access_keys', (at, { project_id, access_key_id, secret_access_key, ...rest }) => ({
      at,
      ...rest,
      projectId: project_id,
      accessKeyId: access_key_id,
      secretAccessKey: secret_access_key,
    })),
    objects: read('objects', (at, { body, content_type, ...rest }) => {
      const headers: Record<string, string> = content_type === undefined ? {} : { 'content-type': content_type };
      return { at, ...rest, headers, metadata: {}, body: toBytes(body) };
    }),
  };
  return { seed, problems: error ? toProblems(error) : [] };
}

const toBytes = (value: string | { readonly base64: string }) =>
  typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.base64, 'base64');
