import { expect, test } from 'vitest';
import { attributesReference, typeName } from '../../../../framework/reference/attributes';
import { bool, listNested, map, singleNested, string } from '../../../../framework/schema/attributes';
import type { Attribute } from '../../../../framework/schema/schema';

test('attributes are in groups and in order, each with its type, nested ones below', () => {
  const attributes = {
    name: string({ required: true, description: 'Its name.' }),
    value_wo: string({ optional: true, sensitive: true, writeOnly: true, description: 'Its value.' }),
    labels: map({ elementType: 'string', optional: true, computed: true, description: 'Any texts.' }),
    old: string({ optional: true, deprecated: 'Use name.', description: 'Its former name.' }),
    id: string({ computed: true, description: 'Its id.' }),
    may: singleNested({
      required: true,
      description: 'What it may.',
      attributes: { read: bool({ optional: true, description: 'Read.' }) },
    }),
    all: listNested({
      computed: true,
      description: 'All.',
      attributes: { one: singleNested({ computed: true, description: 'One.', attributes: {} }) },
    }),
  };

  expect(attributesReference(attributes)).toMatchInlineSnapshot(`
    "## Schema

    ### Required

    - \`may\` (Attributes) What it may. See [below](#nested-schema-for-may).
    - \`name\` (String) Its name.

    ### Optional

    - \`labels\` (Map of String) Any texts.
    - \`old\` (String, Deprecated) Its former name. Use name.
    - \`value_wo\` (String, Sensitive, Write-only) Its value.

    ### Read-only

    - \`all\` (Attributes List) All. See [below](#nested-schema-for-all).
    - \`id\` (String) Its id.

    ### Nested schema for \`may\`

    Optional:

    - \`read\` (Boolean) Read.

    ### Nested schema for \`all\`

    Read-only:

    - \`one\` (Attributes) One. See [below](#nested-schema-for-allone).

    ### Nested schema for \`all.one\`"
  `);
});

test('a schema without attributes has a heading only', () => {
  expect(attributesReference({})).toBe('## Schema');
});

test.each<[Attribute['type'], string]>([
  ['int64', 'Number'],
  ['number', 'Number'],
  ['dynamic', 'Dynamic'],
  [['set', ['list', 'bool']], 'Set of List of Boolean'],
  [['object', { a: 'string', b: 'string' }], 'Object({ a, b })'],
  [['tuple', ['string']], 'Tuple'],
  [{ nesting: 'set', attributes: {} }, 'Attributes Set'],
])('the type %j is told as %s', (type, name) => {
  expect(typeName(type)).toBe(name);
});
