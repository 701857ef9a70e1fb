import { describe, expect, it } from 'vitest';
import * as wire from '../../../../framework/protocol/generated/tfplugin6';
import { toAttributePath, toDiagnostics, toDynamicValue, toSchema } from '../../../../framework/protocol/to-wire';
import { bool, list, singleNested, string } from '../../../../framework/schema/attributes';
import { optional, schemaOf } from '../definitions';

describe('toDynamicValue', () => {
  it.each([
    ['null', null, 'string', 'c0'],
    ['an empty text', '', 'string', 'a0'],
    ['a bool', true, 'bool', 'c3'],
  ] as const)('writes %s as msgpack alone', (_what, value, type, hex) => {
    const { msgpack, json } = toDynamicValue(value, type);

    expect(Buffer.from(msgpack).toString('hex')).toBe(hex);
    expect(json.length).toBe(0);
  });
});

describe('toDiagnostics', () => {
  const plain = { severity: 'error', summary: 'Title', detail: 'Text.' } as const;
  const written = { severity: wire.Diagnostic_Severity.ERROR, summary: 'Title', detail: 'Text.', attribute: undefined };

  it.each([
    ['none', [], []],
    ['one about the whole', [plain], [written]],
    ['one with an empty path', [{ ...plain, path: [] }], [written]],
    ['a warning', [{ ...plain, severity: 'warning' }], [{ ...written, severity: wire.Diagnostic_Severity.WARNING }]],
    [
      'one about an attribute',
      [{ ...plain, path: [{ attribute: 'name' }] }],
      [{ ...written, attribute: { steps: [{ selector: { $case: 'attributeName', value: 'name' } }] } }],
    ],
    ['half a character', [{ ...plain, detail: 'a\ud83d' }], [{ ...written, detail: 'a\ufffd' }]],
  ] as const)('writes %s', (_what, diagnostics, expected) => {
    expect(toDiagnostics(diagnostics)).toEqual(expected);
  });
});

describe('toAttributePath', () => {
  it('writes every kind of step, and reads them back from the wire', () => {
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
});

describe('toSchema', () => {
  it('writes a block for an empty schema, too', () => {
    const { version, block } = toSchema(schemaOf({}));

    expect(version).toBe(0n);
    expect(block).toMatchObject({ version: 0n, attributes: [], blockTypes: [], deprecated: false });
  });

  it('writes attributes by name, with all their traits', () => {
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

  it('writes a nested attribute with a nested type only', () => {
    const { block } = toSchema({
      description: '',
      attributes: {
        inner: singleNested({
          ...optional,
          attributes: { deep: { type: { nesting: 'list', attributes: {} }, optional: true, description: '' } },
        }),
      },
    });

    const [inner] = block?.attributes ?? [];
    expect(inner?.type.length).toBe(0);
    expect(inner?.nestedType?.nesting).toBe(wire.Schema_Object_NestingMode.SINGLE);
    expect(inner?.nestedType?.attributes[0]?.nestedType?.nesting).toBe(wire.Schema_Object_NestingMode.LIST);
  });
});
