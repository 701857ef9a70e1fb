import { expect, test } from 'vitest';
import { typeName } from '../../../../framework/reference/attributes';
import type { Attribute } from '../../../../framework/schema/schema';

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
