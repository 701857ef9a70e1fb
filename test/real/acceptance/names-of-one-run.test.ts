import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import { Workspace } from '../../support/workspace';
import { onEachTerraform } from './support/on-each-terraform';

const TIMEOUT = { timeout: 300_000 };

const ALL = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];

const list = (names: readonly string[]) => JSON.stringify(names);

const byIndex = (names: readonly string[]) => `
locals {
  names = ${list(names)}
}
resource "coffer_secret" "s" {
  count            = length(local.names)
  name             = local.names[count.index]
  value_wo         = "value of \${local.names[count.index]}"
  value_wo_version = local.names[count.index]
}`;

const byKey = (names: readonly string[]) => `
locals {
  names = ${list(names)}
}
resource "coffer_secret" "s" {
  for_each         = { for index, name in local.names : "key-\${index}" => name }
  name             = each.value
  value_wo         = "value of \${each.value}"
  value_wo_version = each.value
}`;

onEachTerraform('names of one run', (terraform) => {
  async function start(emulator: Emulator, hcl: string) {
    const workspace = await Workspace.create(emulator, { terraform });
    await workspace.write(hcl);
    await workspace.apply();
    return workspace;
  }

  const stored = ({ inspect }: Emulator) =>
    Object.fromEntries(inspect.secrets().map(({ id, name }) => [name, inspect.secretValue(id)]));

  const valuesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, `value of ${name}`]));

  it.each([2, 5, 9])('P52: a count of %i that loses its first element, and gets it back', TIMEOUT, async (size) => {
    const names = ALL.slice(0, size);
    await using emulator = await Emulator.start();
    await using workspace = await start(emulator, byIndex(names));

    for (const shifted of [names.slice(1), names, names.toReversed().slice(1).toSorted()]) {
      await workspace.write(byIndex(shifted));
      await workspace.apply();
      expect(stored(emulator)).toEqual(valuesOf(shifted));
    }
  });

  it('P52: eight chained renames', TIMEOUT, async () => {
    await using emulator = await Emulator.start();
    await using workspace = await start(emulator, byKey(ALL.slice(0, 8)));

    await workspace.write(byKey(ALL.slice(1)));
    await workspace.apply();

    expect(stored(emulator)).toEqual(valuesOf(ALL.slice(1)));
  });

  it('P52: two that swap their names are errors that say so, and keep their values', TIMEOUT, async () => {
    await using emulator = await Emulator.start();
    await using workspace = await start(emulator, byKey(['a', 'b']));

    await workspace.write(byKey(['b', 'a']));
    const { code, output } = await workspace.run(['apply', '-auto-approve', '-input=false', '-no-color']);

    expect([code, output.replace(/[\s│╷╵]+/g, ' ')]).toEqual([1, expect.stringContaining('round in a circle')]);
    expect(stored(emulator)).toEqual(valuesOf(['a', 'b']));
  });

  it('P5: a service that overwrites a value of the same name is not asked to', TIMEOUT, async () => {
    await using emulator = await Emulator.start({ knobs: { takenName: 'overwrite' } });
    await using theirs = await start(emulator, byKey(['a']));
    expect(await theirs.state()).toHaveLength(1);
    await using workspace = await Workspace.create(emulator, { terraform });
    await workspace.write(
      'resource "coffer_secret" "a" {\n  name = "a"\n  value_wo = "mine"\n  timeouts = { create = "2s" }\n}',
    );

    const { code, output } = await workspace.run(['apply', '-auto-approve', '-input=false', '-no-color']);

    expect([code, output.replace(/[\s│╷╵]+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('was not sent: the name "a" is taken'),
    ]);
    expect(stored(emulator)).toEqual(valuesOf(['a']));
  });
});
