import { describe, expect, it } from 'vitest';
import { ingredientsOf, listIn } from '../../src/private/code/hcl-references';
import { hclText, partsOf } from '../../src/private/code/hcl-text';

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

describe('what expressions are made of', () => {
  const ingredients = (code: string, without?: readonly string[]) => ingredientsOf(`${OPEN}${code}}`, without);

  it.each<
    [code: string, references: readonly (readonly string[])[], functions: readonly string[], hasLiteral: boolean]
  >([
    ['var.a', [['var', 'a']], [], false],
    ['var . a', [['var', 'a']], [], false],
    ['a.b[0].c', [['a', 'b', '[0]', 'c']], [], false],
    ['a.b["k"].c', [['a', 'b', '["k"]', 'c']], [], false],
    ['a.b[*].c', [['a', 'b', '[*]', 'c']], [], false],
    ['a.b.*.c', [['a', 'b', '[*]', 'c']], [], false],
    [
      'a.b[each.key]',
      [
        ['each', 'key'],
        ['a', 'b', '[each.key]'],
      ],
      [],
      false,
    ],
    ['a.b[f("]")].c', [['a', 'b', '[f("]")]', 'c']], ['f'], true],
    ['f (var.a, "x")', [['var', 'a']], ['f'], true],
    ['provider::coffer::f(var.a)', [['var', 'a']], ['provider::coffer::f'], false],
    ['f(var.a).b', [['var', 'a']], ['f'], false],
    ['"x"', [], [], true],
    ['""', [], [], false],
    [`"${OPEN}var.a}"`, [['var', 'a']], [], false],
    [`"-${OPEN}var.a}"`, [['var', 'a']], [], true],
    ['12', [], [], true],
    ['null', [], [], false],
  ])('%s', (code, references, functions, hasLiteral) => {
    expect(ingredients(code)).toMatchObject({ references, functions, hasLiteral });
  });

  it('calls that are passed over hide their arguments, however deep, and nothing else', () => {
    expect(ingredients('f(g(var.a, "x)", [1]), var.b) == var.c', ['f'])).toMatchObject({
      references: [['var', 'c']],
      functions: [],
      hasLiteral: false,
    });
    expect(ingredients('f(var.a', ['f'])).toMatchObject({ references: [], functions: [] });
  });

  it('text around expressions is no literal', () => {
    expect(ingredientsOf(`a "b" 1 ${OPEN}var.a}`)).toMatchObject({ references: [['var', 'a']], hasLiteral: false });
  });
});

it.each<[code: string, elements: readonly string[] | undefined]>([
  ['[]', []],
  ['[a]', ['a']],
  ['[a, "b,c", f(d, e), [g, h], { i = j }]', ['a', '"b,c"', 'f(d, e)', '[g, h]', '{ i = j }']],
  ['[a, ]', ['a']],
  ['[for x in y : x]', undefined],
  ['[forty]', ['forty']],
  ['[a][0]', undefined],
  ['concat([a])', undefined],
  ['', undefined],
])('the elements of %s', (code, elements) => {
  expect(listIn(code)).toEqual(elements);
});
