import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFunction } from '../function';
import type { Provider } from '../provider';
import { type IdentitySchema, identitySchemaOf } from '../schema/identity';
import { isNested, type Schema } from '../schema/schema';
import { attributesReference, typeName } from './attributes';
import { example, examples, fill, page } from './markdown';

/** The inputs of the reference pages. */
export interface Reference {
  /** The definitions of the provider; how it connects does not matter. */
  readonly provider: Omit<Provider<never>, 'configure'>;
  /**
   * Folder of the examples, such as `resources/random_pet/resource.tf` and `functions/reverse/function.tf`: the main file of its kind,
   * others with a title in their first comment, `import.tf`, `import-by-identity.tf` and `import.sh`. All of them may be missing.
   */
  readonly examples: string;
  /**
   * Folder of templates: `index.md`, `resources/pet.md`, and `resources.md` for all other resources; likewise for the other kinds. A page has the text of
   * its template, in which `{{ description }}`, `{{ example }}`, `{{ schema }}` and so on stand for the sections. By default there are none.
   */
  readonly templates?: string;
  /** Groups of the registry's menu, by title, with the type names in each, without the provider's. Types in no group come last. */
  readonly subcategories?: Readonly<Record<string, readonly string[]>>;
  /** Name of the provider for people: `Random`. */
  readonly title: string;
  /** Purpose and requirements of the provider. Markdown; the first sentence is the description of the page. */
  readonly about: string;
  /** Markdown after `about`, for facts about all arguments of the provider block. */
  readonly configuration?: string;
  /** Markdown before the schema of the provider block: links to guides. */
  readonly guides?: string;
  /** Markdown at the end of every section on import. */
  readonly afterImport?: string;
  /** Command that makes the pages, named in each; by default that of this package. */
  readonly generator?: string;
}

/**
 * The Markdown of every page by its path in `docs`, with slashes. Writes nothing. Throws for an example that cannot be read, or lacks a title, for a
 * template that names an unknown section, and for a subcategory of an unknown type.
 */
export function referencePages(reference: Reference): ReadonlyMap<string, string> {
  const { provider } = reference;
  const { resources, dataSources = [], ephemeralResources = [], listResources = [], actions = [] } = provider;
  requireTypes(reference);
  requireDescriptions(provider);
  const ofKind = (kind: Kind, one: Described, ...more: string[]) => kindPage(reference, kind, one, ...more);
  return new Map([
    ['index.md', indexPage(reference)],
    ...resources.map((one) => ofKind(RESOURCE, one, importSection(reference, one))),
    ...dataSources.map((one) => ofKind(DATA_SOURCE, one)),
    ...ephemeralResources.map((one) => ofKind(EPHEMERAL, one)),
    ...listResources.map((one) => ofKind(LIST, one)),
    ...actions.map((one) => ofKind(ACTION, one)),
    ...(provider.functions ?? []).map((one) => functionPage(reference, one)),
  ]);
}

/** Throws if a subcategory names a type that the provider does not have. */
function requireTypes({ provider, subcategories = {} }: Reference): void {
  const { resources, dataSources = [], ephemeralResources = [], listResources = [], actions = [] } = provider;
  const all = [resources, dataSources, ephemeralResources, listResources, actions].flat().map((one) => one.typeName);
  const unknown = Object.values(subcategories)
    .flat()
    .filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`The provider has no ${unknown.join(', ')}, which a subcategory names.`);
}

/** Throws if something has no description, which would be a hole in its page. */
function requireDescriptions(provider: Reference['provider']): void {
  const { resources, dataSources = [], ephemeralResources = [], listResources = [], actions = [] } = provider;
  const all = [resources, dataSources, ephemeralResources, listResources, actions].flat();
  const missing = [
    ...undescribed(provider.typeName, provider.schema),
    ...all.flatMap(({ typeName: type, schema }) => [...undescribed(`${provider.typeName}_${type}`, schema)]),
    ...(provider.functions ?? []).filter(({ description }) => !description).map(({ name }) => `function ${name}`),
  ];
  if (missing.length > 0) throw new Error(`There is no description of ${missing.join(', ')}.`);
}

/** What has no description in a block, and the block itself. */
function* undescribed(name: string, { description, attributes }: Schema): Generator<string> {
  if (!description) yield name;
  for (const [part, attribute] of Object.entries(attributes)) {
    const { type } = attribute;
    const inner = isNested(type) ? type.attributes : {};
    yield* undescribed(`${name} ${part}`, { description: attribute.description, attributes: inner });
  }
}

/** The template of a page: its own one, or that of its kind. */
const templateOf = ({ templates }: Reference, path: string): string | undefined =>
  templates && [path, `${path.split('/')[0]}.md`].map((file) => join(templates, file)).find((file) => existsSync(file));

/** A kind of definition. `needs` is a sentence on its requirements; empty if the provider's own minimum is enough. */
const kindOf = (title: string, folder: string, needs = '') => ({ title, folder, needs });
type Kind = ReturnType<typeof kindOf>;

const NEWER = 'Terraform 1.14 or newer.';
const IN_CONFIG = 'The arguments below belong in its `config` block.';

const RESOURCE = kindOf('Resource', 'resources');
const DATA_SOURCE = kindOf('Data Source', 'data-sources');
const EPHEMERAL = kindOf('Ephemeral Resource', 'ephemeral-resources');
const LIST = kindOf(
  'List Resource',
  'list-resources',
  `For \`terraform query\` of ${NEWER} Write it to a file whose name ends with \`.tfquery.hcl\`. ${IN_CONFIG}`,
);
const ACTION = kindOf('Action', 'actions', `Needs ${NEWER} ${IN_CONFIG}`);

/** Folders of the pages about one definition each, in `docs`, as registries know them. Pages that are not generated may be there, too. */
export const GENERATED_FOLDERS = [RESOURCE, DATA_SOURCE, EPHEMERAL, { folder: 'functions' }, LIST, ACTION].map(
  ({ folder }) => folder,
);

interface Described {
  readonly typeName: string;
  readonly schema: Schema;
}

function kindPage(reference: Reference, kind: Kind, one: Described, imports = ''): [path: string, text: string] {
  const { typeName: type, schema } = one;
  const { provider, subcategories = {}, generator } = reference;
  const name = `${provider.typeName}_${type}`;
  const path = `${kind.folder}/${type}.md`;
  const shown = examples(join(reference.examples, kind.folder, name), `${kind.folder.slice(0, -1)}.tf`);
  const sections = {
    title: `# ${name} (${kind.title})`,
    description: schema.description,
    requirements: kind.needs,
    example: shown && `## Example usage\n\n${shown}`,
    schema: attributesReference(schema.attributes),
    import: imports,
  };
  const front = {
    title: titleOf(reference, `${name} (${kind.title})`),
    subcategory: Object.keys(subcategories).find((title) => subcategories[title]?.includes(type)) ?? '',
    description: schema.description,
  };
  return [path, page(front, fill(sections, templateOf(reference, path)), generator)];
}

const titleOf = ({ provider }: Reference, name: string): string => `${name} - ${provider.typeName}`;

/** The section on import, as far as there are examples: by block, by identity, by command. */
function importSection(
  reference: Reference,
  resource: Described & { readonly identity?: string | readonly string[] },
): string {
  const folder = join(reference.examples, 'resources', `${reference.provider.typeName}_${resource.typeName}`);
  const identity = identitySchemaOf(resource);
  const ways: readonly [lead: string, file: string][] = [
    ['With an `import` block:', 'import.tf'],
    [
      identity
        ? `By identity, with Terraform 1.12 or OpenTofu 1.12 and newer. The identity is ${identityInWords(identity)}.`
        : '',
      'import-by-identity.tf',
    ],
    ['On the command line:', 'import.sh'],
  ];
  const parts = ways.flatMap(([lead, file]) => {
    const shown = lead && example(folder, file);
    return shown ? [lead, shown] : [];
  });
  return parts.length === 0 ? '' : ['## Import', ...parts, reference.afterImport].filter(Boolean).join('\n\n');
}

const identityInWords = (identity: IdentitySchema): string =>
  Object.entries(identity)
    .map(([name, { type }]) => `\`${name}\` (${typeName(type)})`)
    .join(' and ');

function functionPage(reference: Reference, one: ProviderFunction): [path: string, text: string] {
  const { name, summary, description, parameters, variadic, returns } = one;
  const all = [...parameters, ...(variadic ? [variadic] : [])];
  const signature = all.map(
    (parameter) => `${parameter.name} ${typeName(parameter.type).toLowerCase()}${parameter === variadic ? '...' : ''}`,
  );
  const argumentsList = all.map(({ name: argument, type, allowNull, description: text }, index) => {
    const words = [typeName(type), allowNull && 'Nullable', all[index] === variadic && 'Variadic'].filter(Boolean);
    return `${index + 1}. \`${argument}\` (${words.join(', ')}) ${text}`;
  });
  const shown = examples(join(reference.examples, 'functions', name), 'function.tf');
  const path = `functions/${name}.md`;
  const sections = {
    title: `# ${name} (Function)`,
    description,
    example: shown && `## Example usage\n\n${shown}`,
    signature: `## Signature\n\n\`\`\`text\n${name}(${signature.join(', ')}) ${typeName(returns).toLowerCase()}\n\`\`\``,
    arguments: `## Arguments\n\n${argumentsList.join('\n')}`,
  };
  const front = { title: titleOf(reference, `${name} (Function)`), subcategory: '', description: `${summary}.` };
  return [path, page(front, fill(sections, templateOf(reference, path)), reference.generator)];
}

function indexPage(reference: Reference): string {
  const { provider, title, about, configuration = '', guides } = reference;
  const shown = examples(join(reference.examples, 'provider'), 'provider.tf');
  const sections = {
    title: `# ${title} Provider`,
    description: about,
    configuration,
    example: shown && `## Example usage\n\n${shown}`,
    guides: guides ? `## Guides\n\n${guides}` : '',
    schema: attributesReference(provider.schema.attributes),
  };
  const front = { title: `${title} Provider`, description: about };
  return page(front, fill(sections, templateOf(reference, 'index.md')), reference.generator);
}
