/** Any value as text of valid Unicode, for what should be text but came from code without types: empty for null and undefined. Never throws. */
export function textOf(value: unknown): string {
  try {
    return String(value ?? '').toWellFormed();
  } catch {
    return typeof value;
  }
}

/** True for a Promise, not for other thenables, in place of a value. It may reject later: the caller, who reports it, need not catch that. */
export function isPromise(value: unknown): boolean {
  if (value instanceof Promise) value.catch(() => {});
  return value instanceof Promise;
}

/** The `name` of an error, or `typeof` of another value. Never the message, which may quote a value and so a secret: this may be logged. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? textOf(error.name) : typeof error;
}

/** Whether an error is one of the language for a mistake in the code, not of a function of the runtime, such as `fetch`, which may quote a token. */
export const isMistake = (error: unknown): error is Error =>
  (error instanceof TypeError || error instanceof ReferenceError) &&
  error.cause === undefined &&
  !('code' in error) &&
  !/\bnode:/.test(stackOf(error).split('\n')[1] ?? '');

/** The most errors that one message tells: more are those of a chain or a list that nobody reads to its end. */
const MOST_ERRORS = 8;

/** What was thrown, for a diagnostic, never for a log: message and code, then those of causes and collected errors. Never empty. Never throws. */
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

/** The text, or if it is very long its beginning and its end, with the number of characters between them. Cut it after secrets are removed. */
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

/** The stack of an exception for the log, in lines: its name, as {@link nameOf} tells it, and its frames, without its message. Without frames if reading it throws. */
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
