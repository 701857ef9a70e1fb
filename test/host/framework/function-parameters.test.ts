import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  atLeast,
  Decimal,
  defineFunction,
  defineProvider,
  lengthAtLeast,
  oneOf,
  orNull,
  parameter,
  UNKNOWN,
  valuesAre,
} from '../../../framework';
import { mistakesOf } from '../../../framework/definition-mistakes';
import { ProviderHost } from '../../../framework/testing';
import { DEMO } from '../../unit/framework/definitions';

const of = { name: 'a', description: '' };
const ZONE = ['object', { name: 'string', size: 'integer' }] as const;

const echo = defineFunction({
  name: 'echo',
  summary: '',
  description: '',
  parameters: [
    parameter({ ...of, name: 'kind', type: 'string', validators: [oneOf('a', 'b')] }),
    parameter({ ...of, name: 'count', type: 'integer', validators: [atLeast(1)] }),
    orNull(parameter({ ...of, name: 'zones', type: ['list', ZONE] })),
  ],
  variadic: parameter({ ...of, name: 'tags', type: ['map', 'string'], validators: [valuesAre(lengthAtLeast(2))] }),
  returns: 'string',
  call(kind, count, zones, ...tags) {
    expectTypeOf(kind).toEqualTypeOf<'a' | 'b'>();
    expectTypeOf(count).toEqualTypeOf<number>();
    expectTypeOf(tags).toEqualTypeOf<Readonly<Record<string, string | null>>[]>();
    return JSON.stringify([kind, count, zones?.map((zone) => zone?.size ?? null), tags.length]);
  },
});

const call = async (...args: readonly unknown[]) =>
  (await ProviderHost.start(defineProvider({ ...DEMO, functions: [echo] }))).call('echo', ...(args as never[]));

describe('a call', () => {
  it('has arguments that pass their validators', async () => {
    expect(await call('a', 2, [{ name: 'x', size: 1 }, null], { t: 'long' })).toEqual({ result: '["a",2,[1,null],1]' });
    expect(await call('b', 1, null)).toEqual({ result: '["b",1,null,0]' });
  });

  it.each<[args: readonly unknown[], text: string, argument: number]>([
    [['c', 1, null], 'It must be one of "a", "b"', 0],
    [['a', 0, null], 'It must be at least 1', 1],
    [['a', new Decimal('1.5'), null], 'its value is not a whole number from -9007199254740991 to 9007199254740991', 1],
    [['a', null, null], 'argument must not be null', 1],
    [['a', 1, null, null], 'argument must not be null', 3],
    [['a', 1, null, { t: 'long' }, { t: 'x' }], 'Of its elements: It must have at least 2 characters, and has 1', 4],
  ])('of %j is an error of that argument, which is not quoted', async (args, text, argument) => {
    expect(await call(...args)).toEqual({ error: { text, argument } });
  });

  it('is not made for what is unknown, has the parameters as its arguments, and converts none', async () => {
    expect(await call('a', UNKNOWN, null)).toEqual({ result: UNKNOWN });
    await expect(call('a', 1)).rejects.toThrow('echo takes 3 or more arguments, and is given 2.');
    await expect(call('a', '1', null)).rejects.toThrow('Invalid value for the parameter count of echo: ');
  });
});

it('a validator with a mistake is a mistake of the definition', () => {
  const parameters = [parameter({ ...of, type: 'string', validators: [oneOf(), lengthAtLeast as never] })];

  expect([...mistakesOf(defineProvider({ ...DEMO, functions: [{ ...echo, parameters }] }))]).toEqual([
    'function echo: parameter a has a validator with a mistake: oneOf has no values.',
    'function echo: parameter a has the validator lengthAtLeast, which is not called.',
  ]);
});
