import { StartError } from '../domain/errors';
import { withoutUndefined } from '../domain/members';
import { parseSettle } from '../domain/settling';
import { LOG_FORMATS } from '../journal/log-line';
import { isBucketName } from '../seed/document';
import { dialects, isDialect } from '../settings/knobs';
import { behaviourChange, profile } from '../settings/settings';
import { readJsonFile, toFileError } from '../system/json-file';
import { isLoopback } from '../system/listen';
import { toProblems } from '../validation/validate';
import { findElsewhereProblems } from './elsewhere';
import { checkTypes } from './option-types';
import { DEFAULT_HOST, type EmulatorOptions } from './options';
import { isPublicUrl, isRegion, toldUrl } from './s3-options';

/** Reads options, and the dialect file among them. Throws one error with every problem. `isElsewhere`: objects are not in this process. */
export function readOptions(given: EmulatorOptions, isElsewhere = false): EmulatorOptions {
  const { options: typed, problems } = checkTypes(given);
  const options = withDialectFile(typed);
  const all = [...problems, ...(isElsewhere ? findElsewhereProblems(options) : []), ...findProblems(options)];
  if (all.length > 0) throw new StartError(all.join('\n'));
  return options;
}

/** Every problem of the options, apart from their dialect file: one sentence each. */
export function findOptionProblems(given: EmulatorOptions): string[] {
  const { options, problems } = checkTypes(given);
  return [...problems, ...findProblems(options)];
}

function findProblems(options: EmulatorOptions): string[] {
  const { settle = 'immediate', dialect, tokens = [], adminToken, s3Region, s3PublicUrl, logRequests } = options;
  const { buckets = [], host = DEFAULT_HOST, port = 0, s3Port } = options;
  const wrong: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [port !== 0 && port === s3Port, `Both ports are ${port}: give each its own (--port, --s3-port).`],
    [options.tlsCa !== undefined && options.tls !== true, 'tlsCa needs tls (--tls-ca, --tls).'],
    [options.durable === true && options.dataDir === undefined, 'durable needs a data folder (--data).'],
    [
      options.s3Buckets === true && options.dataDir !== undefined,
      'S3 clients create and delete buckets (--s3-buckets) only in memory: leave out --data.',
    ],
    [!parseSettle(settle), `"${settle}" is not a settle rule: give immediate, <n>ms or <n>polls (--settle).`],
    [
      dialect !== undefined && !isDialect(dialect),
      `"${dialect}" is not a dialect: give one of ${Object.keys(dialects).join(', ')} (--dialect).`,
    ],
    [
      logRequests !== undefined && !LOG_FORMATS.includes(logRequests),
      `logRequests is one of ${LOG_FORMATS.join(', ')}, not ${told(logRequests)} (--log).`,
    ],
    ...buckets.map((name): readonly [boolean, string] => [
      !isBucketName(name),
      `"${name}" is not a bucket name: 3 to 63 of a-z, 0-9, dot and hyphen (--bucket).`,
    ]),
    [
      s3Region !== undefined && !isRegion(s3Region),
      `"${s3Region}" is not the name of a region, such as eu-west-1 (--s3-region).`,
    ],
    [
      s3PublicUrl !== undefined && !isPublicUrl(s3PublicUrl),
      `${toldUrl(s3PublicUrl ?? '')} is not an http or https URL without a path (--s3-public-url).`,
    ],
    [
      !isLoopback(host) && tokens.length === 0,
      `Others can reach ${host}: listening there needs an explicit token (--host, --token).`,
    ],
    [
      adminToken !== undefined && tokens.includes(adminToken),
      'The admin token must not be one of the service (--token).',
    ],
  ];
  return [...findBehaviourProblems(options), ...wrong.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []))];
}

/** Problems of knobs and lag, with the values that each may have. */
function findBehaviourProblems({ knobs, lag }: EmulatorOptions): string[] {
  const given = withoutUndefined({ knobs: withoutUndefined(knobs), lag: withoutUndefined(lag) });
  const { error } = behaviourChange.safeParse(given);
  const valueAt = (field: string) => field.split('.').reduce<unknown>((part, name) => Object(part)[name], given);
  return (error ? toProblems(error) : []).map(({ field, says }) =>
    // Knobs and lag hold nothing that is secret.
    says.startsWith('must ') ? `${field} ${says}, not ${told(valueAt(field))}.` : `${field} ${says}.`,
  );
}

/** A value that is not secret, as code has it. */
function told(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  return value === null || typeof value !== 'object' ? (JSON.stringify(value) ?? `a ${typeof value}`) : 'an object';
}

const WHAT = 'dialect file';

/** Merges the `dialectFile` into the options: those beside it win, a dialect over all its knobs. Throws a StartError with all problems of it. */
function withDialectFile(options: EmulatorOptions): EmulatorOptions {
  const { dialectFile: path } = options;
  if (path === undefined) return options;
  const { data, error } = profile.safeParse(readJsonFile(path, WHAT));
  if (error) throw toFileError(path, WHAT, toProblems(error));
  return {
    ...options,
    dialect: options.dialect ?? data.dialect,
    knobs: { ...(options.dialect === undefined && data.knobs), ...options.knobs },
    settle: options.settle ?? data.settle,
    lag: { ...data.lag, ...options.lag },
  };
}
