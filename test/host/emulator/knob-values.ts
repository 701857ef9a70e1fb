import * as z from 'zod';
import type { Knobs } from '../../../emulator';
import { knobFields } from '../../../emulator/settings/settings';
import { fc } from '../../unit/support/property';

const PAGE_SIZES = [1, 2, 3, 4];

/** Every knob with all its values; of page sizes, which have no end, some small ones. */
export const knobValues = Object.fromEntries(
  Object.entries(knobFields).map(([knob, field]) => [knob, valuesOf(field)]),
) as { readonly [Name in keyof Knobs]: readonly Knobs[Name][] };

/** Any mix of knobs. */
export const anyKnobs: fc.Arbitrary<Knobs> = fc.record(
  Object.fromEntries(Object.entries(knobValues).map(([knob, all]) => [knob, fc.constantFrom<unknown>(...all)])),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Knobs>;

/** One position of one knob. */
export interface KnobValue {
  readonly knob: keyof Knobs;
  readonly value: unknown;
}

/** Every position of every knob. */
export function allKnobValues(): KnobValue[] {
  return (Object.keys(knobValues) as (keyof Knobs)[]).flatMap((knob) =>
    knobValues[knob].map((value) => ({ knob, value })),
  );
}

function valuesOf(field: z.ZodType): readonly unknown[] {
  return (z.toJSONSchema(field) as { enum?: unknown[] }).enum ?? PAGE_SIZES;
}
