import type { TerraformStack } from 'cdktf';
import { expect, it } from 'vitest';
import { Emulator } from '../../emulator';
import { deploy } from './deployment';
import { FORMS, PROPS, type Prop, type Read } from './forms';

interface Case {
  readonly what: string;
  readonly read: Read;
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
          } catch (error) {
            expect([what, String(error)]).toEqual([what, expect.stringMatching(REFUSED[what] ?? /^never$/)]);
            refused.push(what);
          }
        }
    },
    { variables: { password: 'secret' } },
  );

  const resources = new Map((await workspace.state()).map(({ address, values }) => [address, values]));
  const secrets = new Map(emulator.inspect.secrets().map(({ id, name }) => [name, emulator.inspect.secretValue(id)]));
  const world = {
    arguments: (resource: { terraformResourceType: string; friendlyUniqueId: string }) =>
      resources.get(`${resource.terraformResourceType}.${resource.friendlyUniqueId}`) ?? {},
    stored: (name: string) => secrets.get(name)?.toString(),
  };
  const found = cases.map(({ what, read }) => `${what} = ${JSON.stringify(read(world))}`);
  expect(found).toEqual(cases.map(({ what, expected }) => `${what} = ${JSON.stringify(expected)}`));
  expect(refused.sort()).toEqual(Object.keys(REFUSED).sort());
});

function build(stack: TerraformStack, n: number, prop: Prop, form: string): Omit<Case, 'what'> {
  const value = prop.isUnique ? `${prop.value}-${n}` : prop.value;
  const make = FORMS[prop.kind][form] as (stack: TerraformStack, n: number, value: unknown, other: unknown) => never;
  const made = make(stack, n, value, prop.other);
  const isText = prop.kind === 'text' && prop.isVerbatim && form.startsWith('raw');
  return { read: prop.build(stack, n, made), expected: isText ? made : (prop.expected ?? value) };
}
