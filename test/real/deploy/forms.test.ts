import { type TerraformStack, Token } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { sampled } from '../../support/dice';
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

/** Every prop in each of its forms, of which a fifth is drawn: Terraform writes the whole state for each resource, so that all of them take minutes. */
const ALL = Object.entries(PROPS).flatMap(([prop, { kind }]) =>
  Object.keys(FORMS[kind]).map((form) => [prop, form] as const),
);
const DRAWN = sampled('forms of props', ALL, Math.round(ALL.length / 5), ALL.length);

it('C13: whatever form a value has, Terraform evaluates what the literal says', async () => {
  await using emulator = await Emulator.start();
  const cases: Case[] = [];
  const { workspace } = await deploy(
    emulator,
    (stack) => {
      let n = 0;
      for (const [prop, form] of DRAWN) {
        n += 1;
        cases.push({ what: `${prop}: ${form}`, ...build(stack, n, PROPS[prop] as Prop, form) });
        repeat(stack, n);
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
});

function build(stack: TerraformStack, n: number, prop: Prop, form: string): Omit<Case, 'what'> {
  const value = prop.isUnique ? `${prop.value}-${n}` : prop.value;
  const make = FORMS[prop.kind][form] as (stack: TerraformStack, n: number, value: unknown, other: unknown) => never;
  const made = make(stack, n, value, prop.other);
  const isText = prop.kind === 'text' && prop.isVerbatim && form.startsWith('raw');
  return { read: prop.build(stack, n, made), expected: isText ? made : (prop.expected ?? value) };
}
