import { isRecord } from '../domain/members';
import { nearest } from '../domain/nearest';
import type { EmulatorOptions } from './options';

/** What a value has to be, and the end of the sentence that says so. */
interface Kind {
  readonly says: string;
  readonly is: (value: unknown) => boolean;
  /** What each element has to be. */
  readonly each?: Kind;
}

const isText = (value: unknown) => typeof value === 'string';
const text = (says: string): Kind => ({ says, is: (value) => isText(value) && value !== '' });
const list = (says: string, each: Kind): Kind => ({ says, is: Array.isArray, each });
const whole = (least: number, most: number): Kind => ({
  says: `must be a whole number from ${least} to ${most}`,
  is: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
});

const PORT = whole(0, 65_535);
const PATH = text('must be a path');
const SWITCH: Kind = { says: 'must be true or false', is: (value) => typeof value === 'boolean' };
const RECORD: Kind = { says: 'must be an object', is: isRecord };
const ANY: Kind = { says: '', is: () => true };
/** A text whose content is judged elsewhere. */
const words = (says: string): Kind => ({ says, is: isText });
const TOKEN: Kind = {
  says: 'must hold only visible ASCII characters, at least one',
  is: (value) => isText(value) && /^[\x21-\x7e]+$/.test(String(value)),
};

const CLOCK = ['now', 'advance', 'set', 'freeze', 'reset', 'onMove'] as const;

const KINDS: { readonly [Name in keyof EmulatorOptions]-?: Kind } = {
  port: PORT,
  s3Port: PORT,
  host: text('must be a host name or an address'),
  tls: SWITCH,
  tlsCa: PATH,
  dataDir: PATH,
  durable: SWITCH,
  tokens: list('must be an array of tokens', TOKEN),
  adminToken: TOKEN,
  projects: list('must be an array of projects', text('must be a text with at least one character')),
  buckets: list('must be an array of bucket names', words('must be the name of a bucket')),
  dialect: words('must be the name of a dialect'),
  dialectFile: PATH,
  knobs: RECORD,
  seedFile: PATH,
  s3Region: words('must be the name of a region, such as eu-west-1'),
  s3Buckets: SWITCH,
  s3PublicUrl: words('must be an http or https URL'),
  settle: words('must be immediate, <n>ms or <n>polls'),
  lag: RECORD,
  interfaceOnly: SWITCH,
  seed: { says: 'must be a text or a number', is: (value) => isText(value) || Number.isFinite(value) },
  clock: {
    says: 'must be a VirtualClock',
    is: (value) => CLOCK.every((name) => typeof Object(value)[name] === 'function'),
  },
  encryptionKey: words('must be 32 bytes in base64'),
  requestTimeoutMs: whole(1, 2 ** 31 - 1),
  // Its own check names the formats.
  logRequests: ANY,
  log: { says: 'must be a function', is: (value) => typeof value === 'function' },
};

export const OPTIONS: readonly string[] = Object.keys(KINDS);

/** The options whose values have the right types, and a sentence for each other or unknown one. Sentences tell the type of a value, never the value. */
export function checkTypes(given: EmulatorOptions): { readonly options: EmulatorOptions; readonly problems: string[] } {
  if (!isRecord(given)) return { options: {}, problems: [`The options must be an object, not ${typeOf(given)}.`] };
  const found = Object.entries(given).flatMap(([name, value]) => {
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name as keyof EmulatorOptions] : ANY;
    const problems = findProblems(name, value, kind);
    return problems.length > 0 ? [{ name, problems }] : [];
  });
  const wrong = new Set(found.map(({ name }) => name));
  return {
    options: Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name))),
    problems: [...findUnknown(given, OPTIONS), ...found.flatMap(({ problems }) => problems)],
  };
}

/** Problems for members that are not among the known: a misspelt one would have no effect. */
function findUnknown(given: object, known: readonly string[]): string[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return unknown.map((name) => {
    const near = nearest(name, known);
    return `There is no option ${name}. ${near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`}`;
  });
}

/** Members that are undefined are not set. */
function findProblems(name: string, value: unknown, kind: Kind): string[] {
  if (value === undefined) return [];
  if (!kind.is(value)) return [`${name} ${kind.says}, not ${typeOf(value)}.`];
  const { each } = kind;
  // A hole counts as undefined.
  if (!each || !Array.isArray(value)) return [];
  return Array.from(value as unknown[]).flatMap((element, index) =>
    each.is(element) ? [] : [`${name}[${index}] ${each.says}, not ${typeOf(element)}.`],
  );
}

/** A type in words. Numbers are shown: no secret is one. */
function typeOf(value: unknown): string {
  if (value === null || typeof value === 'undefined' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'this text';
  return Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
