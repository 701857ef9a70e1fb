import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from '../../../../contract/formats/json';

describe('parseJson', () => {
  it.each([
    ['null', null],
    ['{"a":[1,0.5,"x",true]}', { a: [1, 0.5, 'x', true] }],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['{"max_size":9223372036854775807}', { max_size: 9223372036854775807n }],
    ['"9223372036854775807"', '9223372036854775807'],
    ['1.5e300', 1.5e300],
  ])('reads %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('refuses text that is not JSON', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError);
  });
});

describe('stringifyJson', () => {
  it('writes every digit', () => {
    expect(stringifyJson({ a: 9223372036854775807n, b: [1, null, 'x'] })).toBe(
      '{"a":9223372036854775807,"b":[1,null,"x"]}',
    );
  });

  it('is undone by parseJson', () => {
    const value = { big: -(2n ** 80n), small: 1, text: 'ä' };

    expect(parseJson(stringifyJson(value))).toEqual(value);
  });
});
