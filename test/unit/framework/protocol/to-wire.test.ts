import { expect, it } from 'vitest';
import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { toAttributePath, toSchema } from '../../../../framework/protocol/to-wire';
import { bool, list, string } from '../../../../framework/schema/attributes';

it('a path has every kind of step on the wire', () => {
  const path = toAttributePath([{ attribute: '' }, { index: 0 }, { index: 2 ** 40 }, { key: '' }, { key: 'a.b' }]);

  const read = wire.AttributePath.decode(wire.AttributePath.encode(path).finish());

  expect(read.steps.map(({ selector }) => selector)).toEqual([
    { $case: 'attributeName', value: '' },
    { $case: 'elementKeyInt', value: 0n },
    { $case: 'elementKeyInt', value: 2n ** 40n },
    { $case: 'elementKeyString', value: '' },
    { $case: 'elementKeyString', value: 'a.b' },
  ]);
});

it('a schema has its attributes by name, with all their traits', () => {
  const schema = toSchema({
    version: 3,
    description: 'A *thing*.',
    attributes: {
      z: string({ required: true, description: 'Z.' }),
      a: bool({ optional: true, default: false, description: 'A.' }),
      m: list({ elementType: 'string', computed: true, sensitive: true, description: 'M.', deprecated: 'Use z.' }),
      w: string({ optional: true, writeOnly: true, description: 'W.' }),
    },
  });

  const { block } = wire.Schema.decode(wire.Schema.encode(schema).finish());
  expect(block).toMatchObject({
    version: 3n,
    description: 'A *thing*.',
    descriptionKind: wire.StringKind.MARKDOWN,
    attributes: [
      { name: 'a', optional: true, computed: true, required: false },
      { name: 'm', computed: true, sensitive: true, deprecated: true, deprecationMessage: 'Use z.' },
      { name: 'w', optional: true, writeOnly: true },
      { name: 'z', required: true, computed: false, deprecated: false, deprecationMessage: '' },
    ],
  });
  expect(block?.attributes.map(({ type }) => Buffer.from(type).toString())).toEqual([
    '"bool"',
    '["list","string"]',
    '"string"',
    '"string"',
  ]);
});
