import { writeSync } from 'node:fs';
import { stackOf } from '../failure';
import type { LogLevel } from '../log';
import type { Environment } from '../provider';
import { fieldsOfCall } from './call-trace';

const LEVELS: readonly LogLevel[] = ['trace', 'debug', 'info', 'warn', 'error'];

/** Hosts cut lines at 64 KiB, and a line that is cut is no longer JSON. */
const MAX_LINE_BYTES = 64 * 1024 - 1;
const MAX_TEXT_CHARACTERS = 8 * 1024;

/** The lowest level to log, undefined for none: `TF_LOG_PROVIDER_RANDOM`, else `TF_LOG_PROVIDER`, else `TF_LOG`. Any other word means all. */
export function logLevel(typeName: string, env: Environment['env']): LogLevel | undefined {
  const wanted = (env[logVariable(typeName)] || env.TF_LOG_PROVIDER || env.TF_LOG || 'off').toLowerCase();
  if (wanted === 'off') return undefined;
  return LEVELS.find((level) => level === wanted) ?? 'trace';
}

/** The environment variable that sets the level for this provider only. */
export const logVariable = (typeName: string): string => `TF_LOG_PROVIDER_${typeName.toUpperCase()}`;

/**
 * A log line in the format of hclog (plugin protocol, "stderr as log channel"), with its newline. Cuts texts after 8192 characters, and leaves out
 * all fields if the line would be longer than 64 KiB. All its values are strings: another type under a reserved key crashes Terraform, so a field's
 * name loses the `@` at its start. The time has six digits after the second: with any other number the host does not recognize a log line.
 */
export function logLine(
  level: LogLevel,
  message: string,
  fields: Readonly<Record<string, string>>,
  nowMs: number,
): string {
  const reserved = {
    '@level': level,
    '@message': cut(message),
    '@module': 'provider',
    '@timestamp': new Date(nowMs).toISOString().replace('Z', '000Z'),
  };
  const texts = Object.entries(fields).map(([key, value]): [string, string] => [key.replace(/^@+/, ''), cut(value)]);
  const line = JSON.stringify({ ...Object.fromEntries(texts), ...reserved });
  return `${Buffer.byteLength(line) < MAX_LINE_BYTES ? line : JSON.stringify(reserved)}\n`;
}

function cut(value: unknown): string {
  const text = String(value);
  return text.length > MAX_TEXT_CHARACTERS ? `${text.slice(0, MAX_TEXT_CHARACTERS)}…` : text;
}

/** Makes a log to stderr of messages at `lowest` or above, with the fields of the current call; without a level it does nothing. Ignores a failed write. */
export function createLog(lowest: LogLevel | undefined, now: () => number, write = writeToStderr): Environment['log'] {
  if (lowest === undefined) return () => {};
  return (level, message, fields = {}) => {
    if (LEVELS.indexOf(level) >= LEVELS.indexOf(lowest)) {
      write(logLine(level, message, { ...fieldsOfCall(), ...fields }, now()));
    }
  };
}

/** Logs an uncaught exception to stderr in one line, at any log level: its class and its stack, never its message. */
export function logUncaught(event: string, error: unknown, now: () => number, write = writeToStderr): void {
  write(logLine('error', 'unexpected error', { event, stack: stackOf(error) }, now()));
}

/** Writes synchronously, so that the last line before an exit arrives, too. */
function writeToStderr(line: string): void {
  const bytes = Buffer.from(line);
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(2, bytes, written);
  } catch {
    // The host is gone or does not read.
  }
}
