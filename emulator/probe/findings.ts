import type { Knobs } from '../settings/knobs';
import { knobFields } from '../settings/settings';

export type KnobName = keyof Knobs;

/** The result for a knob: a value and its evidence, or the reason why it is unknown. */
export type Finding =
  | { readonly knob: KnobName; readonly known: true; readonly value: Knobs[KnobName]; readonly says: string }
  | { readonly knob: KnobName; readonly known: false; readonly says: string };

const NOT_LOOKED_FOR = 'the probe has no way to tell by the REST interface';

/** Collects what was seen of each knob. What was seen differently in two places is not known. */
export class Findings {
  readonly #seen = new Map<KnobName, { value: Knobs[KnobName]; says: string }>();
  readonly #unclear = new Map<KnobName, string>();

  /** Notes a value, and in which response it was seen. */
  see<Name extends KnobName>(knob: Name, value: Knobs[Name], says: string): void {
    const before = this.#seen.get(knob);
    if (before === undefined) this.#seen.set(knob, { value, says });
    else if (before.value !== value) {
      this.miss(knob, `${before.says}: ${before.value}, but ${says}: ${value}`);
    }
  }

  /** Notes why a knob cannot be known. Of several reasons the first counts, and it counts more than a value. */
  miss(knob: KnobName, says: string): void {
    if (!this.#unclear.has(knob)) this.#unclear.set(knob, says);
  }

  /** Notes a reason for each of these knobs that has no value yet. */
  missRest(knobs: readonly KnobName[], says: string): void {
    for (const knob of knobs) if (!this.#seen.has(knob)) this.miss(knob, says);
  }

  all(): Finding[] {
    return (Object.keys(knobFields) as KnobName[]).map((knob) => {
      const says = this.#unclear.get(knob);
      const seen = this.#seen.get(knob);
      if (says === undefined && seen !== undefined) return { knob, known: true, ...seen };
      return { knob, known: false, says: says ?? NOT_LOOKED_FOR };
    });
  }
}
