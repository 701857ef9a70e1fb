/** The beginning of a Terraform template, or its escaped form. */
const TEMPLATE = /\$\$\{|%%\{|\$\{|%\{/g;

/**
 * Text for HCL output, in the form that the renderer of CDKTF expects. The renderer puts text in quotes and escapes only some of
 * the quotes in it; this function escapes everything else that needs it, so that HCL means the same as JSON. References and other
 * expressions stay unchanged.
 */
export function hclText<T>(text: T): T | string {
  if (typeof text !== 'string') return text;
  let [escaped, at] = ['', 0];
  for (const { 0: sign, index } of text.matchAll(TEMPLATE)) {
    if (index < at) continue;
    escaped += escapeText(text.slice(at, index));
    const end = sign.length === 3 ? index + 3 : endOf(text, index + 2);
    escaped += text.slice(index, end);
    at = end;
  }
  return escaped + escapeText(text.slice(at));
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  text.replace(/[\\"\n\r\t]/g, (character) => ESCAPES[character] ?? character);

/** End of the expression that begins at a position: behind its closing brace, ignoring quoted text inside. */
function endOf(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfText(text, at + 1) - 1;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** End of a quoted text within an expression, behind its closing quote. The text may contain expressions. */
function endOfText(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
    else if (/^[$%]\{/.test(text.slice(at, at + 2)) && !/^(\$\$|%%)$/.test(text.slice(at - 1, at + 1))) {
      at = endOf(text, at + 2) - 1;
    }
  }
  return text.length;
}
