/** What every reader of dotenv files and every shell takes as it is. */
const PLAIN = /^[\w./:@%+,=-]+$/;

/**
 * Variables as dotenv text: one `NAME=value` a line, sorted by name, with a line break at the end.
 *
 * A value is quoted only where it has to be, so that readers that take quotes literally get along. In single quotes nothing
 * has a meaning; what they cannot hold goes into double quotes, with `\`, `"`, `$`, a backtick and line breaks escaped.
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
