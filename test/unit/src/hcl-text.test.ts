import { describe, expect, it } from 'vitest';
import { hclText, partsOf } from '../../../src/private/code/hcl-text';

/** Expressions, text around them, and what HCL calls the same. */
const OPEN = '$' + '{';

describe('text for HCL', () => {
  it.each([
    ['C:\\new', 'C:\\\\new'],
    ['"quoted"', '\\"quoted\\"'],
    ['a\nb\r\tc', 'a\\nb\\r\\tc'],
    [`"a"${OPEN}f("b")}"c"`, `\\"a\\"${OPEN}f("b")}\\"c\\"`],
    [`${OPEN}m["}"]}"`, `${OPEN}m["}"]}\\"`],
    [`${OPEN}{ a = "x" }["a"]}"`, `${OPEN}{ a = "x" }["a"]}\\"`],
    [`${OPEN}"a\\"}"}"`, `${OPEN}"a\\"}"}\\"`],
    [`${OPEN}"x${OPEN}f("}")}y"}"z`, `${OPEN}"x${OPEN}f("}")}y"}\\"z`],
    [`$${OPEN}"x"}`, `$${OPEN}\\"x\\"}`],
    ['%%{"x"}', '%%{\\"x\\"}'],
    ['%{ if "a" == b }"%{ endif }', '%{ if "a" == b }\\"%{ endif }'],
    ['$ { " } %', '$ { \\" } %'],
    [`"${OPEN}never("ended"`, `\\"${OPEN}never("ended"`],
  ])('escapes %j outside of expressions', (text, escaped) => {
    expect(hclText(text)).toBe(escaped);
  });

  it('leaves what is no text as it is', () => {
    const value = { a: 1 };

    expect(hclText(value)).toBe(value);
    expect(hclText(undefined)).toBeUndefined();
  });
});

it.each<[template: string, parts: readonly string[]]>([
  ['', ['']],
  [`${OPEN}a}`, ['', `${OPEN}a}`, '']],
  [`x${OPEN}a}${OPEN}b}y`, ['x', `${OPEN}a}`, '', `${OPEN}b}`, 'y']],
  [`$${OPEN}a}${OPEN}b}`, [`$${OPEN}a}`, `${OPEN}b}`, '']],
  [`${OPEN}"$${OPEN}}"}z`, ['', `${OPEN}"$${OPEN}}"}`, 'z']],
])('the parts of the template %j', (template, parts) => {
  expect(partsOf(template).map(({ part }) => part)).toEqual(parts);
  expect(partsOf(template).map(({ isCode }) => isCode)).toEqual(parts.map((_, at) => at % 2 === 1));
});
