import { type TerraformStack, Token } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { makeStack } from '../../host/src/support';
import { deploy } from './deployment';
import { FORMS, PROPS, type Prop, type Read, repeat } from './forms';

interface Addressed {
  readonly terraformResourceType: string;
  readonly friendlyUniqueId: string;
}

interface Case {
  readonly what: string;
  readonly read: Read;
  /** The value, or how to read one that is the same. */
  readonly expected: unknown;
}

/** Forms that a prop refuses at synthesis, with the reason: what they stand for has to be known there. */
const REFUSED: Readonly<Record<string, RegExp>> = {};

it('C13: whatever form a value has, Terraform evaluates what the literal says', async () => {
  await using emulator = await Emulator.start();
  const cases: Case[] = [];
  const refused: string[] = [];
  const { workspace } = await deploy(
    emulator,
    (stack) => {
      let n = 0;
      for (const [prop, each] of Object.entries(PROPS))
        for (const form of Object.keys(FORMS[each.kind])) {
          n += 1;
          const what = `${prop}: ${form}`;
          try {
            cases.push({ what, ...build(stack, n, each, form) });
            repeat(stack, n);
          } catch (error) {
            expect([what, String(error)]).toEqual([what, expect.stringMatching(REFUSED[what] ?? /^never$/)]);
            refused.push(what);
          }
        }
      for (const [prop, each] of Object.entries(PROPS)) {
        if (!each.isOptional) continue;
        n += 2;
        const absent = each.build(stack, n - 1, undefined as never);
        const nothing = each.build(
          stack,
          n,
          (each.kind === 'text' ? Token.nullValue() : Token.asAny(Token.nullValue())) as never,
        );
        cases.push({ what: `${prop}: null`, read: nothing, expected: absent });
      }
    },
    { variables: { password: 'secret' } },
  );

  const resources = new Map((await workspace.state()).map(({ address, values }) => [address, values]));
  const secrets = new Map(emulator.inspect.secrets().map(({ id, name }) => [name, emulator.inspect.secretValue(id)]));
  const addressOf = (resource: Addressed) => `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
  const world = {
    arguments: (resource: Addressed) =>
      resources.get(addressOf(resource)) ?? resources.get(`${addressOf(resource)}["only"]`) ?? {},
    stored: (name: string) => secrets.get(name)?.toString(),
  };
  const found = cases.map(({ what, read }) => `${what} = ${JSON.stringify(read(world))}`);
  const wanted = (expected: unknown) => (typeof expected === 'function' ? expected(world) : expected);
  expect(found).toEqual(cases.map(({ what, expected }) => `${what} = ${JSON.stringify(wanted(expected))}`));
  expect(refused.sort()).toEqual(Object.keys(REFUSED).sort());
});

function build(stack: TerraformStack, n: number, prop: Prop, form: string): Omit<Case, 'what'> {
  const value = prop.isUnique ? `${prop.value}-${n}` : prop.value;
  const make = FORMS[prop.kind][form] as (stack: TerraformStack, n: number, value: unknown, other: unknown) => never;
  const made = make(stack, n, value, prop.other);
  const isText = prop.kind === 'text' && prop.isVerbatim && form.startsWith('raw');
  return { read: prop.build(stack, n, made), expected: isText ? made : (prop.expected ?? value) };
}

const named = (is: (prop: Prop) => boolean) => Object.entries(PROPS).filter(([, prop]) => is(prop));

it.each(named(({ kind }) => kind === 'number'))(
  'C13: %s refuses a whole number beyond 2^53, which JavaScript has rounded',
  (_name, prop) => {
    const build = prop.build as (stack: TerraformStack, n: number, value: number) => unknown;

    expect(() => build(makeStack(), 1, 2 ** 53 + 2)).toThrow(/2\^53|whole number|9007199254740991/);
  },
);

it.each(named(({ isChoice }) => isChoice === true))(
  'C13: %s refuses what is no member of its enumeration',
  (_name, prop) => {
    const build = prop.build as (stack: TerraformStack, n: number, value: string) => unknown;

    expect(() => build(makeStack(), 1, 'PROTECT')).toThrow(/must be one of .*, got "PROTECT"/);
  },
);
