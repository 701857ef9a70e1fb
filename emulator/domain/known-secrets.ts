/** Replaces what must not be shown in a text. */
export type Hide = (text: string) => string;

const REDACTED = '[redacted]';

/** A shorter text is no secret: a token `a` would take every `a` out of the journal. */
const SHORTEST = 8;

const HALF_DIGITS = 64;
const OWN_TOKEN = 'coffer_[0-9a-f]{40}';
const OWN = new RegExp(`^${OWN_TOKEN}$`);
const OWN_HALF = new RegExp(`^[0-9a-f]{${HALF_DIGITS}}$`);
const HEX_RUN = new RegExp(`[0-9a-f]{${HALF_DIGITS},}`, 'g');

/** An encoded character, however often it was encoded. Control characters stay encoded. */
const ENCODED = /%(?:25)*([2-7][0-9a-f])/gi;

/**
 * Tokens and secret halves of access keys, which clients send by mistake where the journal shows what they send. How long a search takes does not
 * depend on how many the emulator has drawn: it recognises its tokens by their shape, and looks up a text of 64 hexadecimal digits among the secret
 * halves. Only tokens and secret halves that people chose are searched for one by one.
 */
export class KnownSecrets {
  readonly #halves = new Set<string>();
  readonly #given = new Set<string>();
  /** Those that {@link clear} keeps. */
  readonly #always = new Set<string>();
  #pattern: RegExp | undefined;
  #isLoaded = false;

  /** `stored`: the secret halves that are there before the first one is added. */
  constructor(private readonly stored: () => Iterable<string>) {}

  /** `always`: also after {@link clear}. */
  add(secret: string, { always = false } = {}): void {
    if (always) this.#always.add(secret);
    if (OWN_HALF.test(secret)) this.#halves.add(secret);
    else if (secret.length >= SHORTEST && !OWN.test(secret) && !this.#given.has(secret)) {
      this.#given.add(secret);
      this.#pattern = undefined;
    }
  }

  /** Call it when everything stored is replaced. */
  clear(): void {
    this.#halves.clear();
    this.#given.clear();
    this.#pattern = undefined;
    this.#isLoaded = false;
    for (const secret of this.#always) this.add(secret);
  }

  /** The text without the secrets in it. If one is there in an encoded form, the text is decoded. */
  readonly redact: Hide = (text) => {
    if (text.length < SHORTEST) return text;
    if (!this.#isLoaded) this.#load();
    const shown = this.#hide(text);
    if (!shown.includes('%')) return shown;
    const decoded = shown.replace(ENCODED, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
    const hidden = this.#hide(decoded);
    return hidden === decoded ? shown : hidden;
  };

  #load(): void {
    this.#isLoaded = true;
    for (const secret of this.stored()) this.add(secret);
  }

  #hide(text: string): string {
    this.#pattern ??= patternOf(this.#given);
    return text.replace(this.#pattern, REDACTED).replace(HEX_RUN, (run) => this.#hideHalf(run));
  }

  #hideHalf(run: string): string {
    for (let at = 0; at + HALF_DIGITS <= run.length; at += 1) {
      const end = at + HALF_DIGITS;
      if (this.#halves.has(run.slice(at, end))) return run.slice(0, at) + REDACTED + this.#hideHalf(run.slice(end));
    }
    return run;
  }
}

/** The longest first, because one may begin with another. */
function patternOf(given: Iterable<string>): RegExp {
  const longestFirst = [...given].sort((a, b) => b.length - a.length);
  const literal = (text: string) => text.replace(/[\\^$.|?+*()[\]{}/-]/g, '\\$&');
  return new RegExp([...longestFirst.map(literal), OWN_TOKEN].join('|'), 'g');
}

/** The same value with `hide` applied to every text in it, and to the names of members. */
export function hideDeep<T>(value: T, hide: Hide): T {
  if (typeof value === 'string') return hide(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((each) => hideDeep(each, hide)) as T;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [hide(name), hideDeep(part, hide)])) as T;
}
