/** Time of a signature: the text that was signed, and milliseconds since 1970-01-01 UTC. */
export interface Timestamp {
  /** `20130524T000000Z`. */
  readonly text: string;
  readonly ms: number;
}

const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** The last timestamp parsed: a client that signs many requests signs most of them in the same second. */
let latest: Timestamp | undefined;

/** Parses `20130524T000000Z`; undefined for anything else, including days that do not exist. */
export function parseTimestamp(text: string): Timestamp | undefined {
  if (latest?.text === text) return latest;
  const [, year, month, day, hour, minute, second] = BASIC.exec(text) ?? [];
  if (year === undefined) return undefined;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (!(ms >= 0) || toTimestamp(ms) !== text) return undefined;
  latest = { text, ms };
  return latest;
}

/** Parses a `Date` header: an HTTP date (RFC 9110, IMF-fixdate), or a timestamp as in {@link parseTimestamp}. */
export function parseDateHeader(text: string): Timestamp | undefined {
  const ms = Date.parse(text);
  // Requires the exact format: Date.parse accepts a wrong day of the week, and much else.
  if (ms >= 0 && new Date(ms).toUTCString() === text) return { text: toTimestamp(ms), ms };
  return parseTimestamp(text);
}

/** `20130524T000000Z`, from milliseconds since 1970-01-01 UTC. */
export function toTimestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

/** `2013-05-24T00:00:00Z`, as in errors. */
export function toIsoSeconds(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
