import fc from 'fast-check';
import * as z from 'zod';
import type { Knobs } from '../../emulator';
import { knobFields } from '../../emulator/rest/settings';

const PAGE_SIZES = [1, 2, 3, 4];

/** Every knob with all its readings; of page sizes, which have no end, some small ones. */
export const readings = Object.fromEntries(
  Object.entries(knobFields).map(([knob, field]) => [knob, readingsOf(field)]),
) as { readonly [Name in keyof Knobs]: readonly Knobs[Name][] };

/** Any mix of knobs. */
export const anyKnobs: fc.Arbitrary<Knobs> = fc.record(
  Object.fromEntries(Object.entries(readings).map(([knob, all]) => [knob, fc.constantFrom<unknown>(...all)])),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Knobs>;

/** Where randomness begins: `COFFER_TEST_SEED`, or another one each time. Whoever uses it prints it. */
export const seed = Number(process.env.COFFER_TEST_SEED ?? Date.now() % 2 ** 31);

function readingsOf(field: z.ZodType): readonly unknown[] {
  return (z.toJSONSchema(field) as { enum?: unknown[] }).enum ?? PAGE_SIZES;
}
