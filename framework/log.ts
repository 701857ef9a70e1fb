/** The severity of a log line, from the lowest to the highest. */
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error';

/** Writes a line, if its level is logged. `message` and `fields` must contain no secret. Never throws. */
export type Log = (level: LogLevel, message: string, fields?: Readonly<Record<string, string>>) => void;
