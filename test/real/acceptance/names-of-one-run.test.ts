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
});
