/** Text that readers of dotenv files and POSIX shells take literally. */
const PLAIN = /^[\w./:@%+,=-]+$/;

/**
 * Variables as dotenv text: one `NAME=value` a line, sorted by name, with a line break at the end. Names are written as they are.
 *
 * Only a value that needs it is quoted, or an empty one, so that readers which take quotes literally can read the others. In single quotes
 * a shell keeps every character. A value with a single quote or a line break is in double quotes, with `\`, `"`, `$`, a backtick and line breaks
 * escaped. There a POSIX shell keeps `\n` and `\r` as they are; Node's `parseEnv` keeps all escapes but `\n`, and cuts a value at its first `"`.
 */
export function toDotenv(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${quote(value)}\n`)
    .join('');
}

function quote(value: string): string {
  if (PLAIN.test(value)) return value;
  if (!/['\r\n]/.test(value)) return `'${value}'`;
  return `"${value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')}"`;
}
