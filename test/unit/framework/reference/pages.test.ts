import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { defineResource, parameter } from '../../../../framework';
import { type Reference, referencePages } from '../../../../framework/reference/pages';
import { singleNested, string } from '../../../../framework/schema/attributes';
import { temporaryFolder } from '../../support/temporary-folder';

const description = 'Is one. And more.';
const schema = { description, attributes: { id: string({ computed: true, description: 'Its id.' }) } };
const zone = string({ required: true, description: 'Its zone.' });
const run = (async () => undefined) as never;

/** A pet, whose identity is of these attributes. */
const pet = (identity?: string | readonly string[]) =>
  defineResource({
    typeName: 'pet',
    schema: { ...schema, attributes: { ...schema.attributes, zone } },
    ...(identity !== undefined && { identity }),
    create: run,
    read: run,
    delete: run,
  } as never);

/** The pages of a provider with these parts, and with these examples. */
function pagesOf(parts: object, files: Readonly<Record<string, string>> = {}, more: Partial<Reference> = {}) {
  const examples = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(examples, name)), { recursive: true });
    writeFileSync(join(examples, name), text);
  }
  const provider = { typeName: 'demo', source: 'e/demo', schema, resources: [], ...parts } as never;
  return referencePages({ provider, examples, title: 'Demo', about: 'For demos. Needs nothing.', ...more });
}

it('the page of the provider has its facts, its example and its guides', () => {
  const files = { 'provider/provider.tf': 'provider "demo" {}\n' };
  const page = pagesOf({}, files, { configuration: 'All of it.', guides: '- [One](one.md)' }).get('index.md');

  expect(page?.match(/^#.*|^- .*|^All.*|^For.*|^provider.*/gm)).toEqual([
    ...['# Demo Provider', 'For demos. Needs nothing.', 'All of it.', '## Example usage', 'provider "demo" {}'],
    ...['## Guides', '- [One](one.md)', '## Schema', '### Read-only', '- `id` (String) Its id.'],
  ]);
});

it.each([
  ['resources', 'resource'],
  ['dataSources', 'data-source'],
  ['ephemeralResources', 'ephemeral-resource'],
  ['listResources', 'list-resource'],
  ['actions', 'action'],
])('each of the %s has a page with its example', (list, file) => {
  const pages = pagesOf({ [list]: [{ typeName: 'one', schema }] }, { [`${file}s/demo_one/${file}.tf`]: 'a = 1\n' });

  expect([...pages.keys()]).toEqual(['index.md', `${file}s/one.md`]);
  expect(pages.get(`${file}s/one.md`)).toMatch(
    /^# demo_one \(.*\n\nIs one\. And more\.\n[\s\S]*```hcl\na = 1\n```\n[\s\S]*`id`/m,
  );
});

it('a resource is imported by its id and by its identity, as far as there are examples', () => {
  const files = {
    'resources/demo_pet/import.tf': 'import {}\n',
    'resources/demo_pet/import-by-identity.tf': 'import { identity = {} }\n',
    'resources/demo_pet/import.sh': 'terraform import demo_pet.a b\n',
  };
  const own = (identity: string | readonly string[] | undefined, examples: typeof files | object = files) =>
    pagesOf({ resources: [pet(identity)] }, examples as typeof files, { afterImport: 'Then plan.' })
      .get('resources/pet.md')
      ?.split('\n## Import\n')[1]
      ?.match(/^import .*|^terraform .*|The identity is .*|^Then.*/gm);

  const [block, line, then] = ['import {}', 'terraform import demo_pet.a b', 'Then plan.'];
  expect(own(undefined)).toEqual([block, line, then]);
  const by = 'The identity is `zone` (String) and `id` (String).';
  expect(own(['zone', 'id'])).toEqual([block, by, 'import { identity = {} }', line, then]);
  expect(own('id', {})).toBeUndefined();
});

it('what has no description is refused, with its place', () => {
  const bare = {
    description: '',
    attributes: {
      a: singleNested({ optional: true, description: 'A.', attributes: { b: { ...zone, description: '' } } }),
    },
  };
  const functions = [{ name: 'f', summary: '', description: '', parameters: [], returns: 'string' }];

  expect(() => pagesOf({ dataSources: [{ typeName: 'one', schema: bare, read: run }], functions })).toThrow(
    new Error('There is no description of demo_one, demo_one a b, function f.'),
  );
});

it('a function has its signature, and its arguments in order', () => {
  const a = parameter({ name: 'a', type: 'string', description: 'First.' });
  const b = { name: 'b', type: ['list', 'number'], description: 'Second.', allowNull: true };
  const variadic = { name: 'rest', type: 'dynamic', description: 'More.' };
  const one = { name: 'join', summary: 'Joins', description: 'Joins.', parameters: [a, b], variadic, returns: 'bool' };

  expect(
    pagesOf({ functions: [one] })
      .get('functions/join.md')
      ?.match(/^join\(.*|^\d\. .*/gm),
  ).toEqual([
    'join(a string, b list of number, rest dynamic...) boolean',
    '1. `a` (String) First.',
    '2. `b` (List of Number, Nullable) Second.',
    '3. `rest` (Dynamic, Variadic) More.',
  ]);
});

it('a page has the text and the order of its template, or of that of its kind', () => {
  const templates = temporaryFolder();
  mkdirSync(join(templates, 'resources'));
  writeFileSync(join(templates, 'resources.md'), '{{ title }}\n\n{{ example }}\n\nFor all.\n');
  writeFileSync(join(templates, 'resources/pet.md'), 'Text.\n\n{{import}}\n\n{{ schema }}\n\nAn `{{ nothing`.\n');
  const other = { ...pet(), typeName: 'other' };

  const pages = pagesOf({ resources: [pet(), other] }, {}, { templates });

  const body = (path: string) => pages.get(path)?.split(' pages -->\n\n')[1];
  expect(body('resources/pet.md')).toMatch(/^Text\.\n\n## Schema\n[\s\S]*\n\nAn `\{\{ nothing`\.\n$/);
  expect(body('resources/other.md')).toBe('# demo_other (Resource)\n\nFor all.\n');
  expect(body('index.md')).toMatch(/^# Demo Provider\n/);
});

it('a template with an unknown section is refused', () => {
  const templates = temporaryFolder();
  writeFileSync(join(templates, 'index.md'), '{{ scheme }}');

  expect(() => pagesOf({}, {}, { templates })).toThrow(
    `${join(templates, 'index.md')} names the section scheme. There are title, description, configuration, example, guides, schema.`,
  );
});

it('types are in the menu group that is named for them', () => {
  const parts = { resources: [pet(), { ...pet(), typeName: 'toy' }], dataSources: [{ typeName: 'pet', schema }] };

  const pages = pagesOf(parts, {}, { subcategories: { Animals: ['pet'], 'Other "things"': [] } });

  const subcategories = [...pages].map(([path, text]) => [path, /^subcategory: (.*)$/m.exec(text)?.[1]]);
  expect(Object.fromEntries(subcategories)).toEqual({
    'index.md': undefined,
    'resources/pet.md': '"Animals"',
    'resources/toy.md': '""',
    'data-sources/pet.md': '"Animals"',
  });
  expect(() => pagesOf(parts, {}, { subcategories: { Animals: ['pets', 'pet'] } })).toThrow(
    'The provider has no pets,',
  );
});
