import * as z from 'zod';
import { dialects, type Knobs } from '../../emulator/settings/knobs';
import { knobFields } from '../../emulator/settings/settings';
import { membersOf } from './doc-comments';
import { code, codes, table } from './markdown';

type Knob = keyof Knobs;

const names = Object.keys(dialects) as (keyof typeof dialects)[];

/** Tables of the knobs, with their values in every dialect, and of lag. */
export const knobParts = {
  knobs: () =>
    table(
      ['Knob', 'What it decides', 'Values', ...names.map(code)],
      documented().map(({ name, says }) => [
        code(name),
        says,
        valuesOf(name),
        ...names.map((dialect) => valueIn(dialect, name)),
      ]),
    ),
  lag: () =>
    table(
      ['`lag`', 'What it is (0, or as said)'],
      membersOf('emulator/domain/lag.ts', 'Lag').map(({ name, says }) => [code(name), says]),
    ),
};

/** Every knob with its doc comment: first those that change the form of responses, then those that change behaviour. */
const documented = () =>
  [...membersOf('emulator/settings/knobs.ts', 'Knobs'), ...membersOf('emulator/domain/rules.ts', 'Rules')].map(
    ({ name, says }) => ({ name: name as Knob, says }),
  );

function valueIn(dialect: keyof typeof dialects, name: Knob): string {
  const value = dialects[dialect][name];
  return dialect !== 'conventional' && value === dialects.conventional[name] ? '' : code(value);
}

function valuesOf(name: Knob): string {
  const schema = z.toJSONSchema(knobFields[name]) as { enum?: (string | number)[]; minimum?: number; maximum?: number };
  return schema.enum ? codes(schema.enum) : `${schema.minimum} to ${schema.maximum}`;
}
