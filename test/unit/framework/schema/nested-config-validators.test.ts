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

function found(config: object) {
  const diagnostics = new Diagnostics();
  validateAttributes(attributes, config as never, diagnostics);
  return diagnostics.all.map(({ path = [], detail }) => [formatPath(path), detail.split(':')[0]]);
}

it.each<[config: object, at: string, named?: string]>([
  [{ one: both }, 'one.text'],
  [{ list: [right, both] }, 'list[1].text'],
  [{ map: { x: both } }, 'map["x"].text'],
  [{ set: [both] }, 'set', 'set.text'],
  [{ outer: { inner: [{ file: null, text: null }] } }, 'outer.inner[0].file'],
])('of %j the object at fault is told', (config, at, named = at) => {
  expect(found(config)).toEqual([[at, named]]);
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
