import type { JournalEntry } from './entry';

/** How requests are logged: a line for people, or a JSON object. */
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

/** Longest path in a line. */
const LONGEST_PATH = 200;

/**
 * One line about a request:
 *
 *     10:02:11.123 req-7 403 PutObject PUT /b-1/k 2 ms: AccessDenied permissions.write: … [project-1, bucket b-1, knobs ownerPermission]
 */
export function toLogLine(request: JournalEntry): string {
  const { at, requestId, status, operation, method, path, durationMs = 0, error } = request;
  const time = new Date(at).toISOString().slice(11, 23);
  const head = [
    time,
    requestId,
    status ?? 'unfinished',
    operation ?? 'unknown',
    method,
    shorten(path),
    `${Math.round(durationMs)} ms`,
  ];
  const why = error && `: ${[error.code, error.field].filter(Boolean).join(' ')}: ${error.message}`;
  const about = aboutOf(request).join(', ');
  return printable(`${head.join(' ')}${why ?? ''}${about && ` [${about}]`}`);
}

function aboutOf(request: JournalEntry): string[] {
  const { api, operation = '', projectId, objectId, accessKeyId, fault, error, assumptions } = request;
  // In S3, an object is what lies in a bucket.
  const kind = api === 's3' || (api === 'dashboard' && /^[A-Z]/.test(operation)) ? 'bucket' : 'object';
  const all = [
    api === 'dashboard' ? 'in the dashboard' : undefined,
    projectId,
    objectId === undefined ? undefined : `${kind} ${objectId}`,
    accessKeyId && `key ${accessKeyId}`,
    fault && faultInWords(fault),
    error && assumptions.length > 0 ? `knobs ${assumptions.join(' ')}` : undefined,
  ];
  return all.filter((text) => text !== undefined);
}

const DOES = {
  cut: 'connection cut',
  status: 'status returned in its place',
  truncate: 'cut within the response',
  garbage: 'garbage returned',
  none: '',
} as const;

/** What a fault did: `fault-1: waited, connection cut before the operation ran`. */
export function faultInWords({ id, effect, when, waits }: NonNullable<JournalEntry['fault']>): string {
  const moment = when === 'before-commit' ? 'before the operation ran' : 'after the operation ran';
  const says = [waits && 'waited', effect !== 'none' && `${DOES[effect]} ${moment}`].filter(Boolean).join(', ');
  return `${id}: ${says}`;
}

function shorten(text: string): string {
  return text.length > LONGEST_PATH ? `${text.slice(0, LONGEST_PATH)}…` : text;
}

/** Clients choose paths and names: none of them may move a terminal's cursor, or end the line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
