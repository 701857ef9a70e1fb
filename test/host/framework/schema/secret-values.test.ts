import { describe, expect, it } from 'vitest';
import {
  type Attribute,
  type Attributes,
  atLeast,
  Diagnostics,
  duration,
  formatPath,
  fromEnvironment,
  keysAre,
  map,
  mapNested,
  noneOf,
  oneOf,
  regularExpression,
  singleNested,
  string,
  textThat,
  timestamp,
  type Validator,
  type Value,
  valuesAre,
} from '../../../../framework';
import { conformResult } from '../../../../framework/schema/fit-state-to-schema';
import { requireArguments } from '../../../../framework/schema/validate';
import { Configuration } from '../../../../framework/server/configuration';
import { upgradeResourceState } from '../../../../framework/server/upgrade-resource-state';
import { validateConfig } from '../../../../framework/server/validate-config';
import { schemaOf } from '../../../unit/framework/definitions';
import { ENVIRONMENT } from '../demo-server';

const SECRET = '(S3CRET';
const SECRET_NUMBER = 42.5;

const optional = { optional: true, description: '' };

/** Validators that refuse the value of their kind, and that value. */
const KINDS: Readonly<Record<string, readonly [Attribute['type'], Validator<never> | undefined, Value]>> = {
  oneOf: ['string', oneOf('x'), SECRET],
  noneOf: ['string', noneOf(SECRET), SECRET],
  duration: ['string', duration(1), SECRET],
  timestamp: ['string', timestamp(), SECRET],
  regularExpression: ['string', regularExpression(), SECRET],
  'a validator of the provider': ['string', textThat((text, got) => `It is wrong${got(text)}.`), SECRET],
  valuesAre: [['set', 'string'], valuesAre(oneOf('x')), [SECRET]],
  keysAre: [['map', 'string'], keysAre(oneOf('x')), { [SECRET]: '' }],
  'a number validator': ['number', atLeast(100), SECRET_NUMBER],
  int64: ['int64', undefined, SECRET_NUMBER],
  'int64 in a map': [['map', 'int64'], undefined, { [SECRET]: SECRET_NUMBER }],
};

/** An attribute of the kind, and a value that it refuses. */
const make = (kind: string, secrecy: Partial<Attribute>): [Attribute, Value] => {
  const [type, validator, value] = KINDS[kind] ?? ['string', undefined, null];
  return [{ ...optional, ...secrecy, type, ...(validator && { validators: [validator] }) }, value];
};

/** All text and paths of what is found wrong with a configuration. */
const told = (attributes: Attributes, config: Record<string, Value>) =>
  JSON.stringify(validateConfig({ schema: { description: '', attributes } }, config).diagnostics);

const shows = (text: string) => text.includes('S3CRET') || text.includes(String(SECRET_NUMBER));

describe.each(Object.keys(KINDS))('%s', (kind) => {
  it('shows a wrong value that is no secret', () => {
    const [it, value] = make(kind, {});

    expect(shows(told({ it }, { it: value }))).toBe(true);
  });

  it.each([{ sensitive: true }, { writeOnly: true }])('shows no value that is %j', (secrecy) => {
    const [it, value] = make(kind, secrecy);
    const found = told({ it }, { it: value });

    expect(found).toMatch(/It /);
    expect(shows(found)).toBe(false);
  });

  it('shows no value below a sensitive attribute, and no key', () => {
    const [part, value] = make(kind, {});
    const inner = singleNested({ ...optional, attributes: { part } });
    const outer = mapNested({ ...optional, sensitive: true, attributes: { inner } });
    const found = told({ outer }, { outer: { [SECRET]: { inner: { part: value } } } });

    expect(found).toContain('outer.inner.part');
    expect(shows(found)).toBe(false);
  });
});

it('a key of a map is shown that lies outside of a secret', () => {
  const part = string({ ...optional, sensitive: true, validators: [oneOf('x')] });
  const outer = mapNested({ ...optional, attributes: { part } });

  expect(told({ outer }, { outer: { one: { part: SECRET } } })).toContain(
    'outer[\\"one\\"].part: It must be one of \\"x\\".',
  );
});

it.each([{ sensitive: true }, { writeOnly: true }])(
  'an environment variable is not quoted whose argument is %j',
  (secrecy) => {
    const ofTexts = Object.keys(KINDS).filter((kind) => KINDS[kind]?.[0] === 'string');
    const cases = [
      ...ofTexts.map((kind) => make(kind, secrecy)[0]),
      { ...optional, ...secrecy, type: 'number' } as const,
    ];
    for (const attribute of cases) {
      const diagnostics = new Diagnostics();
      fromEnvironment('FAKE_', 'token', attribute, { FAKE_TOKEN: SECRET }, diagnostics);

      expect(diagnostics.all).toHaveLength(1);
      expect(shows(JSON.stringify(diagnostics.all))).toBe(false);
    }
  },
);

it.each([{ sensitive: true }, { writeOnly: true }])(
  'a key below an attribute that is %j is in no result and no state that does not fit',
  (secrecy) => {
    const part = map({ ...optional, elementType: 'string' });
    const outer = singleNested({ ...optional, ...secrecy, attributes: { part } });
    const schema = schemaOf({ outer, open: part });
    const definition = { typeName: 'thing', schema };
    const wrong = { [SECRET]: 5 };

    const { misfits } = conformResult({ schema }, { outer: { part: wrong }, open: { key: 5 } }, null);
    const configuration = new Configuration(ENVIRONMENT);
    const stored = [{ outer: { part: wrong } }, { open: { key: 5 } }].map((state) =>
      upgradeResourceState({ definition, typeName: 'thing', provider: {}, configuration } as never, {
        typeName: 'thing',
        version: 0n,
        json: JSON.stringify(state),
      }),
    );

    expect(misfits.map((one) => formatPath(one.path))).toEqual(
      secrecy.writeOnly ? ['open["key"]'] : ['outer.part', 'open["key"]'],
    );
    const told = stored.map(({ diagnostics }) => diagnostics[0]?.detail.match(/cannot be used: (.*?)\. It/)?.[1]);
    expect(told).toEqual(['state.outer.part is not a string', 'state.open["key"] is not a string']);
  },
);

it('a secret that turns out to fit no int64 when it is applied is not shown', () => {
  const diagnostics = new Diagnostics();
  const [part, value] = make('int64 in a map', {});
  const outer = mapNested({ ...optional, sensitive: true, attributes: { part } });

  requireArguments({ outer }, { outer: { [SECRET]: { part: value } } }, diagnostics);

  expect(diagnostics.all).toHaveLength(1);
  expect(shows(JSON.stringify(diagnostics.all))).toBe(false);
});
