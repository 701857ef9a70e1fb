import { expect, test } from 'vitest';
import { behaviourChange, choicesOf, knobFields, lagFields } from '../../../../emulator/settings/settings';
import { readPage } from './markdown';

/** The page that explains settings. */
const { text } = readPage('docs/emulator/dialects.md');

/** The cells of the rows of tables, by the name in the first one. */
const rows = new Map(
  text.split('\n').flatMap((line) => {
    const [, name, ...cells] = /^\| `(\w+)` \| (.*) \|$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, (cells[0] ?? '').split(' | ')] as const];
  }),
);

test.each(choicesOf({ ...knobFields, ...lagFields }))(
  'E1: the page has a sentence for $name, and its values',
  ({ name, values }) => {
    const [sentence = '', listed = ''] = rows.get(name) ?? [];

    expect(sentence).toMatch(/^[A-Z`].{15,}\.$/);
    if (!(name in knobFields)) return;
    expect(listed).toEqual(values?.map((value) => `\`${value}\``).join(', ') ?? expect.stringMatching(/^\d+ to \d+$/));
  },
);

test('E1: the page names every setting that can be changed while the emulator runs', () => {
  const { shape } = behaviourChange as unknown as { readonly shape: object };

  expect(Object.keys(shape).filter((member) => !text.includes(`\`${member}\``))).toEqual([]);
});
