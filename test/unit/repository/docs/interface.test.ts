import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '../../../../contract';
import { dialects, type Knobs } from '../../../../emulator/settings/knobs';
import { inRoot } from '../../../../scripts/support/paths';
import { allKnobValues } from '../../../host/emulator/knob-values';

/** Cells of the rows of `docs/interface.md` whose cell at `place` is one of these names. */
function rowsOf(place: number, names: readonly string[]): string[][] {
  const lines = readFileSync(inRoot('docs/interface.md'), 'utf8').split('\n');
  return lines
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => names.includes(cells[place]?.replaceAll('`', '') ?? ''));
}

test('docs/interface.md lists every operation of the contract', () => {
  const listed = rowsOf(0, Object.keys(routes)).map(([name, at]) => [name, at]);

  const operations = Object.entries(routes).map(([name, { method, path }]) => [`\`${name}\``, `${method} \`${path}\``]);
  expect(listed).toEqual(operations);
});

test('docs/interface.md lists every knob with its values, the default first', () => {
  const knobs = Object.keys(dialects.conventional) as (keyof Knobs)[];

  const listed = new Map(rowsOf(1, knobs).map(([, knob, knobValues]) => [knob, knobValues?.split(', ')]));

  for (const knob of knobs) {
    const standard = dialects.conventional[knob];
    const others = allKnobValues().filter((one) => one.knob === knob && one.value !== standard);
    const knobValues = [standard, ...others.map(({ value }) => value)].map((value) => `\`${value}\``);
    const named = listed.get(`\`${knob}\``) ?? [];
    expect(named[0], knob).toBe(knobValues[0]);
    if (knob !== 'pageSize') expect([...named].sort(), knob).toEqual([...knobValues].sort());
  }
});
