import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';

/** Text reaches the service unchanged (P34), through the real Terraform. */

const BOM = '\ufeff';
const LONG = `${BOM}${'0123456789abcdef'.repeat(20)}${BOM}`;
/** Its base64 is slightly below the emulator's limit of 1 MiB for a body. */
const HUGE = `${BOM}${'é0123456789abcde'.repeat(45_000)}`;
const MEBIBYTE = `${BOM}${'x'.repeat((1 << 20) - 3)}`;

it('P34: long text that begins with U+FEFF, kept in state and write-only', async () => {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator);
  const texts = { long: LONG, huge: HUGE };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(workspace.folder, `${name}.txt`), text);
  await workspace.write(`
    resource "coffer_secret" "plain" {
      for_each = toset(["long", "huge"])
      name     = "plain-\${each.key}"
      value    = file("\${each.key}.txt")
    }
    resource "coffer_secret" "wo" {
      for_each         = toset(["long", "huge"])
      name             = "wo-\${each.key}"
      value_wo         = file("\${each.key}.txt")
      value_wo_version = "1"
    }
  `);

  await workspace.apply();

  const stored = emulator.inspect.secrets().map(({ id, name }) => [name, emulator.inspect.secretValue(id)] as const);
  for (const [name, value] of stored)
    expect([name, value === (name.endsWith('long') ? LONG : HUGE)]).toEqual([name, true]);
  expect(stored).toHaveLength(4);
  expect((await workspace.resource('coffer_secret.plain["huge"]')).value === HUGE).toBe(true);
});

it('P34: a map with keys that every object of JavaScript inherits, and text of 1 MiB', async () => {
  await using emulator = await Emulator.start();
  await using workspace = await Workspace.create(emulator);
  const write = (value: string) =>
    workspace.write(`
      resource "coffer_bucket" "b" {
        max_size = 1000
      }
      resource "coffer_rotating_access_key" "k" {
        bucket_ids       = [coffer_bucket.b.id]
        permissions      = { read = true }
        rotation_trigger = {
          "__proto__"      = ${JSON.stringify(value)}
          "constructor"    = "b"
          "hasOwnProperty" = "c"
          "toString"       = "d"
          "\\uFEFF"        = file("mebibyte.txt")
        }
      }
    `);
  const trigger = async () =>
    Object.entries((await workspace.resource('coffer_rotating_access_key.k')).rotation_trigger ?? {});
  await writeFile(join(workspace.folder, 'mebibyte.txt'), MEBIBYTE);
  await write('a');
  await workspace.apply();
  const before = await trigger();

  await write('z');
  const actions = await workspace.planActions();
  await workspace.apply();

  expect(before.filter(([key]) => key !== BOM)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
    ['hasOwnProperty', 'c'],
    ['toString', 'd'],
  ]);
  expect(before.find(([key]) => key === BOM)?.[1] === MEBIBYTE).toBe(true);
  expect(actions).toEqual({ 'coffer_rotating_access_key.k': 'update' });
  expect(await trigger()).toContainEqual(['__proto__', 'z']);
});
