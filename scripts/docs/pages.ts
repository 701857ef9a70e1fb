import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFunction } from '../../provider/framework/function';
import { identitySchemaOf } from '../../provider/framework/identity';
import type { Schema } from '../../provider/framework/schema';
import { provider } from '../../provider/provider';
import { inRoot } from '../support/paths';
import { attributesReference, typeName } from './attributes';
import { example, examples, page } from './markdown';

/** Folders of docs/ in which every page is generated; any other file in them is removed. */
export const GENERATED_FOLDERS = [
  'resources',
  'data-sources',
  'ephemeral-resources',
  'functions',
  'list-resources',
  'actions',
];

/** Every generated page by its path in docs/, from the provider's definitions and examples/. */
export function generatedPages(): ReadonlyMap<string, string> {
  const { resources, dataSources = [], ephemeralResources = [], listResources = [], actions = [] } = provider;
  return new Map([
    ['index.md', indexPage()],
    ...resources.map((one) => ofKind(RESOURCE, one, importSection(one))),
    ...dataSources.map((one) => ofKind(DATA_SOURCE, one)),
    ...ephemeralResources.map((one) => ofKind(EPHEMERAL, one)),
    ...listResources.map((one) => ofKind(LIST, one)),
    ...actions.map((one) => ofKind(ACTION, one)),
    ...(provider.functions ?? []).map(functionPage),
  ]);
}

/** Properties shared by all pages of one kind. */
interface Kind {
  readonly title: string;
  /** Folder in docs/ and in examples/. */
  readonly folder: string;
  /** Main file of an example. */
  readonly file: string;
  /** A sentence on its requirements; empty if the provider's own minimum is enough. */
  readonly needs: string;
}

const RESOURCE: Kind = { title: 'Resource', folder: 'resources', file: 'resource.tf', needs: '' };
const DATA_SOURCE: Kind = { title: 'Data Source', folder: 'data-sources', file: 'data-source.tf', needs: '' };
const EPHEMERAL: Kind = {
  title: 'Ephemeral Resource',
  folder: 'ephemeral-resources',
  file: 'ephemeral-resource.tf',
  needs: '',
};
const LIST: Kind = {
  title: 'List Resource',
  folder: 'list-resources',
  file: 'list-resource.tf',
  needs:
    'For `terraform query` of Terraform 1.14 or newer. It stands in a file that ends with `.tfquery.hcl`; the arguments below stand in its `config` block.',
};
const ACTION: Kind = {
  title: 'Action',
  folder: 'actions',
  file: 'action.tf',
  needs: 'Needs Terraform 1.14 or newer. The arguments below stand in its `config` block.',
};

interface Described {
  readonly typeName: string;
  readonly schema: Schema;
}

function ofKind(kind: Kind, { typeName: type, schema }: Described, ...more: string[]): [path: string, text: string] {
  const name = `${provider.typeName}_${type}`;
  const shown = examples(inRoot('examples', kind.folder, name), kind.file);
  const sections = [
    `# ${name} (${kind.title})`,
    schema.description,
    kind.needs,
    shown && `## Example usage\n\n${shown}`,
    attributesReference(schema.attributes),
    ...more,
  ];
  return [
    `${kind.folder}/${type}.md`,
    page({ title: `${name} (${kind.title}) - coffer`, description: schema.description }, sections),
  ];
}

/** The section on import: by block, by identity, by command. */
function importSection(resource: Described & { readonly identity?: string }): string {
  const folder = inRoot('examples/resources', `${provider.typeName}_${resource.typeName}`);
  const identity = identitySchemaOf(resource);
  const parts = [
    '## Import',
    'With an `import` block:',
    example(folder, 'import.tf'),
    ...(identity
      ? [
          `By identity, with Terraform 1.12 or OpenTofu 1.12 and newer. The identity is \`${identity.name}\` (${typeName(identity.attribute.type)}).`,
          example(folder, 'import-by-identity.tf'),
        ]
      : []),
    'On the command line:',
    example(folder, 'import.sh'),
    'The guide on [import](../guides/import.md) says what the first plan after it looks like.',
  ];
  return parts.join('\n\n');
}

function functionPage({ name, summary, description, parameters, returns }: ProviderFunction): [string, string] {
  const signature = parameters.map((one) => `${one.name} ${typeName(one.type).toLowerCase()}`).join(', ');
  const argumentsList = parameters.map(
    (one, index) =>
      `${index + 1}. \`${one.name}\` (${typeName(one.type)}${one.allowNull ? ', Nullable' : ''}) ${one.description}`,
  );
  const sections = [
    `# ${name} (Function)`,
    description,
    `## Example usage\n\n${examples(inRoot('examples/functions', name), 'function.tf')}`,
    `## Signature\n\n\`\`\`text\n${name}(${signature}) ${typeName(returns).toLowerCase()}\n\`\`\``,
    `## Arguments\n\n${argumentsList.join('\n')}`,
  ];
  return [`functions/${name}.md`, page({ title: `${name} (Function) - coffer`, description: `${summary}.` }, sections)];
}

const ABOUT =
  'Coffer manages key/value secrets, credentials of container registries (pull secrets), S3 buckets and their access keys. ' +
  'It needs Terraform or OpenTofu 1.11; [some features need more](guides/versions.md).';

function indexPage(): string {
  const sections = [
    '# Coffer Provider',
    ABOUT,
    'Every argument of the provider block can also come from the environment: its variable stands at the end of its description. ' +
      'What is written in the block wins.',
    `## Example usage\n\n${examples(inRoot('examples/provider'), 'provider.tf')}`,
    `## Guides\n\n${guides()}`,
    attributesReference(provider.schema.attributes),
  ];
  return page({ title: 'Coffer Provider', description: ABOUT }, sections);
}

/** A line for each guide, with the description from its front matter. */
function guides(): string {
  const folder = inRoot('docs/guides');
  const lines = readdirSync(folder)
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const [, title = file] = /^# (.*)$/m.exec(text) ?? [];
      const [, description = ''] = /^description: \|-\n {2}(.*)$/m.exec(text) ?? [];
      return `- [${title}](guides/${file}): ${description}`;
    });
  return lines.join('\n');
}
