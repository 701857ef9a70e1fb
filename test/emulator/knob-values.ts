import * as z from 'zod';
import type { Knobs } from '../../emulator';
import { knobFields } from '../../emulator/settings/settings';
import { fc } from '../support/property';

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

/**
 * Mixes of knobs in which every pair of values is together at least once; the same ones each time.
 *
 * Greedy: each mix begins with a pair that is still missing, and takes of each further knob the value that brings the most
 * missing pairs. Some forty mixes, where all of them would be billions.
 */
export function pairwise(): Knobs[] {
  const all = allKnobValues();
  const keyOf = (one: KnobValue, other: KnobValue) =>
    [one, other]
      .map((each) => JSON.stringify(each))
      .sort()
      .join();
  const missing = new Map<string, readonly [KnobValue, KnobValue]>();
  for (const one of all) {
    for (const other of all) if (one.knob < other.knob) missing.set(keyOf(one, other), [one, other]);
  }
  const mixes: Knobs[] = [];
  for (let [next] = missing.values(); next; [next] = missing.values()) {
    const mix: KnobValue[] = [...next];
    for (const knob of new Set(all.map((each) => each.knob))) {
      if (mix.some((each) => each.knob === knob)) continue;
      const gain = (each: KnobValue) => mix.filter((chosen) => missing.has(keyOf(chosen, each))).length;
      const choices = all.filter((each) => each.knob === knob);
      mix.push(choices.reduce((best, each) => (gain(each) > gain(best) ? each : best)));
    }
    for (const one of mix) for (const other of mix) missing.delete(keyOf(one, other));
    mixes.push(Object.fromEntries(mix.map(({ knob, value }) => [knob, value])) as unknown as Knobs);
  }
  return mixes;
}

function valuesOf(field: z.ZodType): readonly unknown[] {
  return (z.toJSONSchema(field) as { enum?: unknown[] }).enum ?? PAGE_SIZES;
}
