import { join } from 'node:path';
import type { ProviderFunction } from '../function';
import { type IdentitySchema, identitySchemaOf } from '../identity';
import type { Provider } from '../provider';
import type { Schema } from '../schema';
import { attributesReference, typeName } from './attributes';
import { example, examples, page } from './markdown';

/** The inputs of the reference pages. */
export interface Reference {
  /** The definitions of the provider; how it connects does not matter. */
  readonly provider: Omit<Provider<never>, 'configure'>;
  /**
   * Folder of the examples, such as `resources/random_pet/resource.tf` and `functions/reverse/function.tf`: the main file of its kind,
   * others with a title in their first comment, `import.tf`, `import-by-identity.tf` and `import.sh`. All of them may be missing.
   */
  readonly examples: string;
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

/** The Markdown of every page by its path in `docs`, with slashes. Writes nothing. Throws for an example that cannot be read, or lacks a title. */
export function referencePages(reference: Reference): ReadonlyMap<string, string> {
  const { provider } = reference;
  const { resources, dataSources = [], ephemeralResources = [], listResources = [], actions = [] } = provider;
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

function kindPage(reference: Reference, kind: Kind, one: Described, ...more: string[]): [path: string, text: string] {
  const { typeName: type, schema } = one;
  const name = `${reference.provider.typeName}_${type}`;
  const shown = examples(join(reference.examples, kind.folder, name), `${kind.folder.slice(0, -1)}.tf`);
  const sections = [
    `# ${name} (${kind.title})`,
    schema.description,
    kind.needs,
    shown && `## Example usage\n\n${shown}`,
    attributesReference(schema.attributes),
    ...more,
  ];
  const front = { title: titleOf(reference, `${name} (${kind.title})`), description: schema.description };
  return [`${kind.folder}/${type}.md`, page(front, sections, reference.generator)];
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
  const sections = [
    `# ${name} (Function)`,
    description,
    shown && `## Example usage\n\n${shown}`,
    `## Signature\n\n\`\`\`text\n${name}(${signature.join(', ')}) ${typeName(returns).toLowerCase()}\n\`\`\``,
    `## Arguments\n\n${argumentsList.join('\n')}`,
  ];
  const front = { title: titleOf(reference, `${name} (Function)`), description: `${summary}.` };
  return [`functions/${name}.md`, page(front, sections, reference.generator)];
}

function indexPage(reference: Reference): string {
  const { provider, title, about, configuration = '', guides } = reference;
  const shown = examples(join(reference.examples, 'provider'), 'provider.tf');
  const sections = [
    `# ${title} Provider`,
    about,
    configuration,
    shown && `## Example usage\n\n${shown}`,
    guides ? `## Guides\n\n${guides}` : '',
    attributesReference(provider.schema.attributes),
  ];
  return page({ title: `${title} Provider`, description: about }, sections, reference.generator);
}
