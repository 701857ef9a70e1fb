import { parseArgs } from 'node:util';

/** Measures of each part, in this order. */
export const MEASURES = {
  provider: ['start', 'one', 'many', 'limits'],
  emulator: ['start', 'in-process', 'rest', 'memory', 's3', 's3-memory'],
  s3: ['cost'],
  emptying: ['latencies'],
  constructs: ['synthesis', 'key'],
} as const;

/** Measures that need `--full`. */
const LONG: readonly string[] = ['many', 'limits'];

export type Part = keyof typeof MEASURES;

export type MeasureOf<P extends Part> = (typeof MEASURES)[P][number];

export interface Options {
  readonly parts: readonly Part[];
  /** Undefined: all. */
  readonly only: readonly string[] | undefined;
  /** Undefined: the usual number of each measure. */
  readonly rounds: number | undefined;
  /** Executables of earlier builds of the provider, each in its mirror, to compare the present one with: ratios are to the first. */
  readonly before: readonly string[];
  /** File to write every sample to. */
  readonly json: string | undefined;
  readonly full: boolean;
  /** Number of resources in `many` and in the synthesis. */
  readonly count: number;
}

/** Invalid flags. The message lists the valid ones. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export const HELP = `Usage: npm run bench -- [provider|emulator|s3|emptying|constructs ...] [flags]

Measures all parts, or those named; prints tables and writes them into internals/benchmarks.md. s3 compares the CPU time of
requests with the floor of node:http and, where there is Go, with versitygw.

  --full          also the long ones: 1,000 secrets through Terraform, rate limits, memory after 100,000 requests
  --only LIST     only these measures, separated by commas; printed, but not written into the document
${Object.entries(MEASURES)
  .map(([part, measures]) => `                  ${part}: ${measures.join(', ')}`)
  .join('\n')}
  --rounds N      so many measured rounds of each, in place of its own number
  --count N       resources of "many" and of the synthesis (1000)
  --before FILE   compare the provider with an earlier build of it, the executable of another checkout's dist/mirror; further ones
                  by repeating it. The Go peer stands last, but under a rate limit
  --json FILE     also write every sample, as JSON
`;

/** Parses the arguments. Throws a {@link UsageError}. Returns `help` for `--help`. */
export function parseOptions(argv: readonly string[]): Options | 'help' {
  const { values, positionals } = read(argv);
  if (values.help) return 'help';
  const parts = positionals.length > 0 ? positionals.map(toPart) : (Object.keys(MEASURES) as Part[]);
  const only = values.only?.split(',');
  const known: readonly string[] = parts.flatMap((part) => MEASURES[part]);
  for (const name of only ?? []) {
    if (!known.includes(name)) throw new UsageError(`--only: there is no "${name}"; there are ${known.join(', ')}.`);
  }
  return {
    parts,
    only,
    rounds: values.rounds === undefined ? undefined : toCount('--rounds', values.rounds),
    before: values.before ?? [],
    json: values.json,
    full: values.full ?? false,
    count: toCount('--count', values.count ?? '1000'),
  };
}

/** The measures of a part to run. Those named by `--only` run without `--full`, too. */
export function measuresOf<P extends Part>(part: P, { only, full }: Options): MeasureOf<P>[] {
  const all: readonly MeasureOf<P>[] = MEASURES[part];
  return all.filter((measure) => (only ? only.includes(measure) : full || !LONG.includes(measure)));
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        only: { type: 'string' },
        rounds: { type: 'string' },
        count: { type: 'string' },
        before: { type: 'string', multiple: true },
        json: { type: 'string' },
        full: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function toPart(name: string): Part {
  if (Object.hasOwn(MEASURES, name)) return name as Part;
  throw new UsageError(`There is no part "${name}"; there are ${Object.keys(MEASURES).join(', ')}.`);
}

function toCount(flag: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new UsageError(`${flag} takes a whole number from 1, not "${text}".`);
}
