import { isDeepStrictEqual } from 'node:util';

export interface Attribute {
  readonly type?: unknown;
  readonly nested_type?: { readonly nesting_mode: string; readonly attributes: Attributes };
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  readonly write_only?: boolean;
}

type Attributes = Readonly<Record<string, Attribute>>;

interface Schema {
  readonly version?: number;
  readonly block: { readonly attributes?: Attributes };
}

interface FunctionSignature {
  readonly return_type: unknown;
  readonly parameters?: readonly { readonly type: unknown; readonly is_nullable?: boolean }[];
  readonly variadic_parameter?: { readonly type: unknown };
}

export interface SchemaFile {
  readonly provider_schemas: Readonly<Record<string, object>>;
}

/** Practitioners' name of each kind. */
const KINDS = {
  resource_schemas: 'resource',
  data_source_schemas: 'data',
  ephemeral_resource_schemas: 'ephemeral',
  list_resource_schemas: 'list',
  action_schemas: 'action',
} as const;

/**
 * Finds breaking changes for practitioners between two schemas of the provider, as printed by `terraform providers schema -json`.
 * Optional additions break nothing. Each change begins with its place: `resource coffer_bucket.max_size: removed`.
 */
export function breakingChanges(before: SchemaFile, after: SchemaFile): string[] {
  const [old, today] = [contentOf(before), contentOf(after)];
  const kinds = Object.entries(KINDS) as [keyof typeof KINDS, string][];
  return [
    ...schemaChanges(old.provider, today.provider, 'provider coffer'),
    ...kinds.flatMap(([key, kind]) => each(old[key], today[key], kind, ' ', schemaChanges)),
    ...each(old.functions, today.functions, 'function', ' ', (a, b, at) =>
      isDeepStrictEqual(signature(a), signature(b)) ? [] : [`${at}: another signature`],
    ),
  ];
}

type Content = Readonly<Partial<Record<keyof typeof KINDS, Readonly<Record<string, Schema>>>>> & {
  readonly provider: Schema;
  readonly functions?: Readonly<Record<string, FunctionSignature>>;
};

const contentOf = ({ provider_schemas }: SchemaFile) => Object.values(provider_schemas)[0] as Content;

function schemaChanges(before: Schema, after: Schema, at: string): string[] {
  const older = (after.version ?? 0) < (before.version ?? 0) ? [`${at}: an older version of the state`] : [];
  return [...older, ...attributeChanges(before.block.attributes ?? {}, after.block.attributes ?? {}, at)];
}

function attributeChanges(before: Attributes, after: Attributes, at: string): string[] {
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name) && after[name]?.required);
  return [...each(before, after, at, '.', changesOf), ...added.map((name) => `${at}.${name}: new, and required`)];
}

function changesOf(before: Attribute, after: Attribute, at: string): string[] {
  const settable = ({ required, optional }: Attribute) => Boolean(required || optional);
  const rules: readonly (readonly [text: string, broken: boolean])[] = [
    ['required', Boolean(after.required) && !before.required],
    ['can no longer be set', settable(before) && !settable(after)],
    ['no longer computed', Boolean(before.computed) && !after.computed],
    ['sensitive', Boolean(after.sensitive) && !before.sensitive],
    ['no longer sensitive', Boolean(before.sensitive) && !after.sensitive],
    ['write-only', Boolean(after.write_only) && !before.write_only],
    ['no longer write-only', Boolean(before.write_only) && !after.write_only],
    ['another type', !isDeepStrictEqual(typeOf(before), typeOf(after))],
  ];
  return [
    ...rules.filter(([, broken]) => broken).map(([text]) => `${at}: ${text}`),
    ...attributeChanges(before.nested_type?.attributes ?? {}, after.nested_type?.attributes ?? {}, at),
  ];
}

const typeOf = ({ type, nested_type }: Attribute) => type ?? nested_type?.nesting_mode;

const signature = ({ return_type, parameters = [], variadic_parameter }: FunctionSignature) => [
  return_type,
  parameters.map(({ type, is_nullable = false }) => [type, is_nullable]),
  variadic_parameter?.type,
];

/** Compares entries that are in both, and lists removed ones. */
function each<T>(
  before: Readonly<Record<string, T>> | undefined = {},
  after: Readonly<Record<string, T>> | undefined = {},
  at: string,
  separator: string,
  compare: (before: T, after: T, at: string) => readonly string[],
): string[] {
  return Object.entries(before).flatMap(([name, one]) => {
    const other = after[name];
    const place = `${at}${separator}${name}`;
    return other === undefined ? [`${place}: removed`] : compare(one, other, place);
  });
}
