import { expect, it } from 'vitest';
import {
  bool,
  Diagnostics,
  int64,
  lengthAtMost,
  list,
  listNested,
  mapNested,
  path,
  setNested,
  singleNested,
  string,
} from '../../../../framework';
import { requireArguments, validateAttributes } from '../../../../framework/schema/validate';
import { validateConfig } from '../../../../framework/server/validate-config';
import { formatPath } from '../../../../framework/values/path';
import type { Value } from '../../../../framework/values/value';
import { optional, required, schemaOf } from '../definitions';

const attributes = {
  size: int64(optional),
  name: string({ ...optional, validators: [lengthAtMost(3)] }),
  part: singleNested({ ...optional, attributes: { on: bool(required) } }),
};

/** The summaries for a configuration whose own validation always finds something. */
function summariesOf(config: Record<string, Value>): string[] {
  const schema = { description: '', attributes };
  const validate = ({ diagnostics }: { diagnostics: Diagnostics }) => diagnostics.error('Own validation', 'Found.');
  const all = { size: null, name: null, part: null, ...config };
  return validateConfig({ schema, validate }, all).diagnostics.map(({ summary }) => summary);
}

it('the own validation of a type runs beside the validators of its attributes', () => {
  expect(summariesOf({ name: 'long' })).toEqual(['Invalid value', 'Own validation']);
});

it.each([
  ['a number that is no int64', { size: 1.5 }, 'Invalid value'],
  ['a required part of a nested attribute that is null', { part: { on: null } }, 'Missing required argument'],
])('the own validation of a type does not see %s', (_what, config, summary) => {
  expect(summariesOf(config)).toEqual([summary]);
});

it('a map of objects takes no null in place of an object', () => {
  const parts = { on: bool(optional) };
  const schema = schemaOf({ all: mapNested({ ...optional, attributes: parts }) });

  expect(validateConfig({ schema }, { all: { a: { on: null } } }).diagnostics).toEqual([]);
  expect(validateConfig({ schema }, { all: { a: null } }).diagnostics).toMatchObject([
    { severity: 'error', detail: 'None of its elements may be null, and ["a"] is.', path: path('all') },
  ]);
});

it('a null in a nested object is told with its whole place', () => {
  const schema = schemaOf({
    all: listNested({
      ...optional,
      attributes: { on: bool(required), tags: list({ ...optional, elementType: 'string' }) },
    }),
  });

  expect(
    validateConfig(
      { schema },
      {
        all: [
          { on: true, tags: ['a', null] },
          { on: null, tags: null },
        ],
      },
    ).diagnostics,
  ).toMatchObject([
    { detail: 'all[0].tags: None of its elements may be null, and [1] is.' },
    { detail: 'all[1].on is required, and its value is null. Give it a value.' },
  ]);
});

it('a number in a set that turns out to be no int64 is named, by a path that ends at the set', () => {
  const rules = setNested({ ...optional, attributes: { n: attributes.size } });
  const diagnostics = new Diagnostics();

  requireArguments({ rules }, { rules: [{ n: 1.5 }] }, diagnostics);

  expect(diagnostics.all).toMatchObject([
    { detail: 'rules.n: It must be a whole number of 64 bits; got 1.5.', path: path('rules') },
  ]);
});

it('two deprecated attributes of a set are told apart', () => {
  const old = { ...optional, deprecated: 'Use z.' } as const;
  const rules = setNested({ ...optional, attributes: { a: string(old), b: string(old) } });
  const diagnostics = new Diagnostics();

  validateAttributes({ rules, c: string(old) }, { rules: [{ a: 'x', b: 'y' }], c: 'z' }, diagnostics);

  expect(diagnostics.all.map(({ detail, path }) => `${formatPath(path ?? [])}: ${detail}`)).toEqual([
    'rules: rules.a: Use z.',
    'rules: rules.b: Use z.',
    'c: Use z.',
  ]);
});
