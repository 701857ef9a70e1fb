import { Token } from 'cdktf';

/**
 * Text for HCL output, in the form that the renderer of CDKTF expects. The renderer puts text in quotes and escapes only some of the quotes in it;
 * this function escapes everything else that needs it, so that HCL means the same as JSON. References and other expressions stay unchanged.
 */
export function hclText<T>(text: T): T | string {
  if (typeof text !== 'string') return text;
  return partsOf(text)
    .map(({ part, isCode }) => (isCode ? part : escapeText(part)))
    .join('');
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

const escapeText = (text: string): string =>
  text.replace(/[\\"\n\r\t]/g, (character) => ESCAPES[character] ?? character);

/**
 * The parts of a template: text, and expressions with their `${` and `}`.
 *
 * @param signs the signs that open an expression: without `%`, directives are text
 */
export function partsOf(template: string, signs = '$%'): { readonly part: string; readonly isCode: boolean }[] {
  const parts: { part: string; isCode: boolean }[] = [];
  let from = 0;
  for (let at = 0; at < template.length; ) {
    if (!signs.includes(template.charAt(at))) {
      at += 1;
    } else if (/^(\$\$|%%)\{/.test(template.slice(at, at + 3))) {
      at += 3;
    } else if (isOpening(template, at)) {
      const end = endOfCode(template, at + 2);
      parts.push({ part: template.slice(from, at), isCode: false }, { part: template.slice(at, end), isCode: true });
      from = end;
      at = end;
    } else {
      at += 1;
    }
  }
  return [...parts, { part: template.slice(from), isCode: false }];
}

export const hasExpression = (text: string): boolean => partsOf(text).some(({ isCode }) => isCode);

/** Whether only Terraform knows a value: a token, or text with an expression. */
export const isUnknown = (value: unknown): boolean =>
  Token.isUnresolved(value) || (typeof value === 'string' && hasExpression(value));

const isOpening = (template: string, at: number): boolean =>
  (template[at] === '$' || template[at] === '%') && template[at + 1] === '{';

/** End of an expression, which may contain braces, and text with its own templates. */
function endOfCode(template: string, start: number): number {
  let at = start;
  while (at < template.length && template[at] !== '}') {
    if (template[at] === '"') at = endOfText(template, at + 1);
    else if (template[at] === '{') at = endOfCode(template, at + 1);
    else at += 1;
  }
  return at + 1;
}

/** End of a quoted text within an expression, behind its closing quote. The text may contain expressions. */
export function endOfText(template: string, start: number): number {
  let at = start;
  while (at < template.length && template[at] !== '"') {
    if (template[at] === '\\') at += 2;
    else if (/^(\$\$|%%)\{/.test(template.slice(at, at + 3))) at += 3;
    else if (isOpening(template, at)) at = endOfCode(template, at + 2);
    else at += 1;
  }
  return at + 1;
}
