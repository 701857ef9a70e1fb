import { expect, it } from 'vitest';
import { Diagnostics, formatPath, type ObjectValue, UNKNOWN, type Value } from '../../../../framework';
import { planAttributes } from '../../../../framework/plan/plan';
import { bool, int64, listNested, mapNested, setNested, string } from '../../../../framework/schema/attributes';
import { eachObject } from '../../../../framework/schema/nested';
import { requiresReplace, useNonNullStateForUnknown } from '../../../../framework/schema/plan-modifiers';
import { type Attributes, type NestedType, objectType } from '../../../../framework/schema/schema';
import { requireArguments, validateAttributes } from '../../../../framework/schema/validate';
import { writeOnlyToNull } from '../../../../framework/schema/write-only';
import { complete, propose } from '../../../../framework/testing/proposal';
import { computed, optional, required } from '../definitions';

const rule = {
  name: string({ ...required, planModifiers: [requiresReplace()] }),
  on: bool({ default: true, description: '' }),
  id: string({ ...computed, planModifiers: [useNonNullStateForUnknown()] }),
};

const A = { name: 'a', on: true, id: '1' };
const B = { name: 'b', on: false, id: '2' };

/** Plans `all`, an attribute of nested objects, as the host proposes it; and the paths that replace the resource. */
function plan(attributes: Attributes, all: Value, before?: Value) {
  const config = complete(attributes, { all });
  const prior = before === undefined ? undefined : ({ all: before } as ObjectValue);
  const replaced: string[] = [];
  const planned = planAttributes({
    attributes,
    config,
    prior,
    proposed: propose(attributes, config, prior ?? null),
    type: objectType(attributes),
    canUpdate: true,
    leftUnknown: () => undefined,
    requiresReplace: (at) => replaced.push(formatPath(at)),
  });
  return { all: planned.all, replaced };
}

it('a new list, set or map of objects has its defaults, and what is computed is unknown', () => {
  const made = { name: 'a', on: true, id: UNKNOWN };
  const options = { ...optional, attributes: rule } as const;

  expect(plan({ all: listNested(options) }, [{ name: 'a' }]).all).toEqual([made]);
  expect(plan({ all: setNested(options) }, [{ name: 'a' }]).all).toEqual([made]);
  expect(plan({ all: mapNested(options) }, { k: { name: 'a' } }).all).toEqual({ k: made });
});

it('an object keeps what is computed: in a list by its place, in a map by its key, in a set by what is configured of it', () => {
  const options = { ...optional, attributes: rule } as const;
  const [a, b, c] = [{ name: 'a' }, { name: 'b', on: false }, { name: 'c' }];
  const made = { name: 'c', on: true, id: UNKNOWN };

  expect(plan({ all: listNested(options) }, [a, b, c], [A, B])).toEqual({
    all: [A, B, made],
    replaced: ['all[2].name'],
  });
  expect(plan({ all: mapNested(options) }, { y: b, x: a, z: c }, { x: A, y: B })).toEqual({
    all: { x: A, y: B, z: made },
    replaced: ['all["z"].name'],
  });
  expect(plan({ all: setNested(options) }, [c, b, a], [A, B])).toEqual({ all: [made, B, A], replaced: ['all'] });
});

it('an object of a set is found by what is configured of it, in lists inside of it, too, and before one of which less is configured', () => {
  const parts = listNested({ ...optional, attributes: rule });
  const note = string({ ...optional, computed: true });
  const all = setNested({ ...optional, attributes: { name: rule.name, note, parts } });
  const inner = { name: 'p', on: true, id: UNKNOWN };

  expect(plan({ all }, [{ name: 'a', note: 'x', parts: [{ name: 'p' }] }]).all).toEqual([
    { name: 'a', note: 'x', parts: [inner] },
  ]);
  const change = (object: ObjectValue, { config }: { readonly config: ObjectValue }) => ({ ...object, found: config });
  const [less, more] = [
    { name: 'a', note: null, parts: null },
    { name: 'a', note: 'x', parts: null },
  ];
  const [computed, configured] = [{ ...less, note: 'y' }, more];
  expect(eachObject(all.type as NestedType, [configured, computed], { config: [less, more] }, change)).toEqual([
    { ...configured, found: more },
    { ...computed, found: less },
  ]);
});

const checked = {
  all: mapNested({
    ...required,
    attributes: { size: int64(required), secret: string({ ...optional, writeOnly: true }) },
  }),
};

const problems = (config: ObjectValue, check: typeof requireArguments = validateAttributes) => {
  const diagnostics = new Diagnostics();
  check(checked, config, diagnostics);
  return diagnostics.all.map(({ summary, path: at = [] }) => `${summary}: ${formatPath(at)}`);
};

it('objects of a map are checked, each at its key', () => {
  expect(problems({ all: { k: { size: 1.5, secret: null }, l: { size: null, secret: null } } })).toEqual([
    'Invalid value: all["k"].size',
    'Missing required argument: all["l"].size',
  ]);
});

it('a required argument that comes to null in a plan is an error there, too', () => {
  expect(problems({ all: { k: { size: null, secret: null } } }, requireArguments)).toEqual([
    'Missing required argument: all["k"].size',
  ]);
});

it('write-only values inside of a map are nulled', () => {
  expect(writeOnlyToNull(checked, { all: { secret: { size: 1n, secret: 'canary' } } })).toEqual({
    all: { secret: { size: 1n, secret: null } },
  });
});

it('an object of a map whose default has a key that is not in NFC keeps what it was', () => {
  const all = mapNested({ default: { 'e\u0301': A }, description: '', attributes: rule } as never);

  expect(plan({ all }, null, { '\u00e9': A })).toEqual({ all: { 'e\u0301': A }, replaced: [] });
});
