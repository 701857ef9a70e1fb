import { describe, expect, test } from 'vitest';
import { VERSION } from '../../projenrc/names';
import { keptFile, keptVersions } from '../../scripts/releases/kept';
import { printSchema } from '../../scripts/sources/schema';
import { readPage } from '../docs/markdown';
import { type Attribute, breakingChanges, type SchemaFile } from './schema-changes';

const last = keptVersions().at(-1) ?? '';

test('the version of the project is kept, and no newer one', () => {
  expect(last).toBe(VERSION);
});

test(`what breaks since ${last} is named in the changelog`, () => {
  const [, unreleased = ''] = readPage('CHANGELOG.md').text.split(/^## /m);
  const [, told = ''] = /^### BREAKING CHANGES\n([\s\S]*?)(?=^### |$(?![\s\S]))/m.exec(unreleased) ?? [];

  const changes = breakingChanges(JSON.parse(keptFile(last, 'schema.json').toString()), printSchema());

  const untold = changes.filter((change) => {
    const [place = ''] = change.split(':');
    const [, type = '', name = ''] = /^\w+ (\w+)(?:\..*?)?(\w+)?$/.exec(place) ?? [];
    return !told.includes(type) || !told.includes(name);
  });
  expect(untold, 'see releases/README.md').toEqual([]);
});

describe('what breaks', () => {
  const file = (attributes: Record<string, Attribute>, more: object = {}): SchemaFile => ({
    provider_schemas: {
      any: {
        provider: { version: 0, block: { attributes: {} } },
        resource_schemas: { coffer_thing: { version: 1, block: { attributes } } },
        functions: { f: { return_type: 'string', parameters: [{ name: 'a', type: 'string' }] } },
        ...more,
      },
    },
  });
  const string = (more: Attribute = {}): Attribute => ({ type: 'string', optional: true, ...more });
  const nested = (attributes: Record<string, Attribute>): Attribute => ({
    optional: true,
    nested_type: { nesting_mode: 'single', attributes },
  });

  test.each<[what: string, before: Record<string, Attribute>, after: Record<string, Attribute>, expected: string[]]>([
    ['nothing', {}, {}, []],
    ['an argument is added', {}, { a: string() }, []],
    ['a required one may be left out', { a: { type: 'string', required: true } }, { a: string() }, []],
    ['an argument gets a value of its own', { a: string() }, { a: string({ computed: true }) }, []],
    ['an argument is removed', { a: string() }, {}, ['resource coffer_thing.a: removed']],
    [
      'a required one is added',
      {},
      { a: { type: 'string', required: true } },
      ['resource coffer_thing.a: new, and required'],
    ],
    [
      'one becomes required',
      { a: string() },
      { a: { type: 'string', required: true } },
      ['resource coffer_thing.a: required'],
    ],
    [
      'one can no longer be set',
      { a: string({ computed: true }) },
      { a: { type: 'string', computed: true } },
      ['resource coffer_thing.a: can no longer be set'],
    ],
    [
      'its value is gone',
      { a: string({ computed: true }) },
      { a: string() },
      ['resource coffer_thing.a: no longer computed'],
    ],
    ['its type changes', { a: string() }, { a: string({ type: 'number' }) }, ['resource coffer_thing.a: another type']],
    [
      'it becomes sensitive',
      { a: string() },
      { a: string({ sensitive: true }) },
      ['resource coffer_thing.a: sensitive'],
    ],
    [
      'it is no longer write-only',
      { a: string({ write_only: true }) },
      { a: string() },
      ['resource coffer_thing.a: no longer write-only'],
    ],
    [
      'what is nested is removed',
      { n: nested({ a: string() }) },
      { n: nested({}) },
      ['resource coffer_thing.n.a: removed'],
    ],
  ])('when %s', (_what, before, after, expected) => {
    expect(breakingChanges(file(before), file(after))).toEqual(expected);
  });

  test('when a type, a function or a parameter goes, or the version of a state does', () => {
    const older = { coffer_thing: { version: 0, block: {} } };
    const longer = { f: { return_type: 'string', parameters: [{ type: 'string' }, { type: 'string' }] } };

    expect(breakingChanges(file({}), file({}, { resource_schemas: {} }))).toEqual(['resource coffer_thing: removed']);
    expect(breakingChanges(file({}), file({}, { functions: {} }))).toEqual(['function f: removed']);
    expect(breakingChanges(file({}), file({}, { functions: longer }))).toEqual(['function f: another signature']);
    expect(breakingChanges(file({}), file({}, { resource_schemas: older }))).toEqual([
      'resource coffer_thing: an older version of the state',
    ]);
  });
});
