/**
 * Converts any value to valid Unicode text, for values from untyped code that should be strings. Null and undefined become an empty string. Never
 * throws.
 */
export function textOf(value: unknown): string {
  try {
    return String(value ?? '').toWellFormed();
  } catch {
    return typeof value;
  }
}

/** Returns true for a Promise, but not for other thenables. Its later rejection is handled here, so the caller only has to report the Promise. */
export function isPromise(value: unknown): boolean {
  if (value instanceof Promise) value.catch(() => {});
  return value instanceof Promise;
}

/** The `name` of an error, or `typeof` of another value. Never the message, which may quote a value and so a secret: this may be logged. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? textOf(error.name) : typeof error;
}

/**
 * Returns true for an error of the language that a bug causes, such as a TypeError. Errors of runtime functions such as `fetch`, which may quote a
 * token, do not count.
 */
export const isMistake = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof ReferenceError) &&
  error.cause === undefined &&
  !('code' in error) &&
  !/\bnode:/.test(stackOf(error).split('\n')[1] ?? '');

/** Maximum number of errors in one message. Nobody reads a longer chain to its end. */
const MOST_ERRORS = 8;

/**
 * Describes a thrown value for a diagnostic, never for a log: its message and code, followed by those of its causes and collected errors. Never
 * empty. Never throws.
 */
export function messageOf(thrown: unknown): string {
  try {
    const told = tell(thrown, new Set());
    return told || `${thrown === '' ? '""' : String(thrown)} was thrown in place of an error`;
  } catch {
    return NO_ERROR;
  }
}

const NO_ERROR = 'An object that is no error';

function tell(thrown: unknown, told: Set<unknown>): string {
  if (thrown === undefined || told.has(thrown) || told.size === MOST_ERRORS) return '';
  told.add(thrown);
  if (typeof thrown !== 'object' || thrown === null) return textOf(thrown);
  const { message, code, cause, errors } = thrown as { readonly [name: string]: unknown };
  const text = typeof message === 'string' ? textOf(message) : '';
  const reasons = [...(Array.isArray(errors) ? errors : []), cause]
    .map((one) => tell(one, told))
    .filter((one) => one !== '' && !text.includes(one))
    .join('; ');
  // The code of a DOMException is a number for its name.
  const id =
    (typeof code === 'string' || typeof code === 'number') && !(thrown instanceof DOMException) ? textOf(code) : '';
  const unnamed = id === '' ? `${nameOf(thrown)} without a message` : '';
  const name = thrown instanceof Error ? unnamed : NO_ERROR;
  const isNew = id !== '' && !`${text} ${reasons}`.includes(id);
  const head = [text || (reasons === '' ? name : ''), isNew ? `(${id})` : ''].filter(Boolean).join(' ');
  return [head, reasons].filter(Boolean).join(': ');
}

const [BELL, ESCAPE] = ['\u0007', '\u001b'];
/** A sequence that moves the cursor or colours, and one with a text that is not shown, such as a title or the target of a link. */
const SEQUENCE = new RegExp(
  `(?:${ESCAPE}\\[|\u009b)[0-?]*[ -/]*[@-~]|${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)`,
  'g',
);

/** Of a longer text, the first `HEAD` and the last `TAIL` characters are sent: more than a message has, and less than a page that a service sent. */
const [LONGEST, HEAD, TAIL] = [12_000, 8_000, 2_000];

/** Returns the text, or only the beginning and end of a very long text with the number of omitted characters. Remove secrets before you shorten. */
export function shortened(text: string): string {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [text.slice(0, HEAD), text.slice(-TAIL)];
  const left = text.length - HEAD - TAIL;
  // Half a surrogate pair is no text.
  return `${head.replace(/[\ud800-\udbff]$/, '')} … (${left} more characters) … ${tail.replace(/^[\udc00-\udfff]/, '')}`;
}

/** The text without escape sequences and control characters but tabs and `\n`. What reorders or separates is written as an escape, such as `\u202e`. */
export const printable = (text: string): string =>
  text
    .replace(SEQUENCE, '')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(/[\u2028-\u202e\u2066-\u2069]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`);

/**
 * Formats the stack of an exception for the log: its name ({@link nameOf}) and its frames, without the message. If the stack cannot be read, the
 * frames are missing.
 */
export function stackOf(error: unknown): string {
  try {
    const [stack, message] = error instanceof Error ? [textOf(error.stack), textOf(error.message)] : ['', ''];
    const start = stack.includes(message) ? stack.indexOf(message) + message.length : 0;
    const frames = stack
      .slice(start)
      .split('\n')
      .filter((line) => /^\s+at /.test(line));
    return [nameOf(error), ...frames].join('\n');
  } catch {
    return nameOf(error);
  }
}
