import { type Dialect, dialects, type Knobs } from '../settings/knobs';
import type { Profile } from '../settings/settings';
import type { ProbeReport } from './probe';

/** The report as a dialect file: all known values, and the nearest dialect for the others. */
export function toProfile({ findings, settledAfter }: ProbeReport): Profile {
  const knobs = Object.fromEntries(findings.flatMap((each) => (each.known ? [[each.knob, each.value]] : [])));
  const notKnown = Object.fromEntries(findings.flatMap((each) => (each.known ? [] : [[each.knob, each.says]])));
  return {
    dialect: nearestDialect(knobs),
    knobs,
    ...(settledAfter !== undefined && { settle: settledAfter === 0 ? 'immediate' : `${settledAfter}polls` }),
    notKnown,
  };
}

/** The preset with the most of these values; the first one of several. */
export function nearestDialect(knobs: Partial<Knobs>): Dialect {
  const names = Object.keys(dialects) as Dialect[];
  const score = (name: Dialect) => differences(name, knobs).length;
  return names.reduce((best, name) => (score(name) < score(best) ? name : best));
}

/** The knobs to which a preset gives other values. */
export function differences(name: Dialect, knobs: Partial<Knobs>): (keyof Knobs)[] {
  return (Object.keys(knobs) as (keyof Knobs)[]).filter((knob) => dialects[name][knob] !== knobs[knob]);
}
