import { expect, it } from 'vitest';
import { exactlyOneOf, listNested, mapNested, setNested, singleNested, string, UNKNOWN } from '../../../../framework';
import { Diagnostics } from '../../../../framework/diagnostic';
import type { Attributes } from '../../../../framework/schema/schema';
import { validateAttributes } from '../../../../framework/schema/validate';
import { formatPath } from '../../../../framework/values/path';
import { optional } from '../definitions';

const parts = {
  ...optional,
  attributes: { file: string(optional), text: string(optional) },
  configValidators: [exactlyOneOf('file', 'text')],
};
const attributes: Attributes = {
  one: singleNested(parts),
  list: listNested(parts),
  set: setNested(parts),
  map: mapNested(parts),
  outer: singleNested({ ...optional, attributes: { inner: listNested(parts) } }),
};

const both = { file: 'a', text: 'b' };
const right = { file: 'a', text: null };
const SET = 'Set file or text, not both.';

function found(config: object) {
  const diagnostics = new Diagnostics();
  validateAttributes(attributes, config as never, diagnostics);
  return diagnostics.all.map(({ path = [], detail }) => [formatPath(path), detail]);
}

it.each<[config: object, at: string, detail: string]>([
  [{ one: both }, 'one.text', `one.text: ${SET}`],
  [{ list: [right, both] }, 'list[1].text', `list[1].text: ${SET}`],
  [{ map: { x: both } }, 'map["x"].text', `map["x"].text: ${SET}`],
  [{ set: [both] }, 'set', `set.text: ${SET}`],
  [{ outer: { inner: [{ file: null, text: null }] } }, 'outer.inner[0].file', 'outer.inner[0].file: Set file or text.'],
])('of %j the object at fault is told', (config, at, detail) => {
  expect(found(config)).toEqual([[at, detail]]);
});

it.each([
  { one: right },
  { one: null },
  { one: UNKNOWN },
  { list: [UNKNOWN, { file: UNKNOWN, text: null }] },
  { map: {}, set: [] },
])('%j passes', (config) => {
  expect(found(config)).toEqual([]);
});
