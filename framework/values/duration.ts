import { type Got, gotOf } from './quote-value';

/** The longest delay of a timer in Node, in milliseconds. A timer with a longer delay fires at once. */
export const LONGEST_MS = 2 ** 31 - 1;

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** A duration in the largest unit that needs no fraction, or if it is no whole number, in `ms`. */
export function formatDuration(ms: number): string {
  const [unit, size] = Object.entries(UNIT_MS).find(([, unitMs]) => ms % unitMs === 0) ?? ['ms', 1];
  return `${ms / size}${unit}`;
}

/**
 * Parses a duration in Go's syntax (`1h30m`, `1.5h`, `0`) into milliseconds. The result may be a fraction, or exceed {@link LONGEST_MS}. Undefined
 * for negative durations, units below `ms`, and any other text.
 */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(\d+(\.\d+)?(ms|s|m|h))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit as string] as number), 0);
}

/** Describes, as a sentence, the fault in the text of a duration of at least `minimumMs`; undefined if there is none. `got` quotes the text. */
export function describeBadDuration(text: string, minimumMs = 0, got: Got = gotOf(false)): string | undefined {
  const ms = parseDuration(text);
  if (ms === undefined) return `It must be a duration such as "30s", "500ms" or "1h30m"${got(text)}.`;
  return ms < minimumMs ? `It must be at least ${minimumMs}ms${got(text)}.` : undefined;
}
