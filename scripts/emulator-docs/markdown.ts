/** A table. Cells are Markdown; a bar in one is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string | number) => `\`${text}\``;

/** Words between commas, each as code. */
export const codes = (texts: readonly (string | number)[]) => texts.map(code).join(', ');

const REGION = /^<!-- generated: ([\w-]+) -->\n[\s\S]*?^<!-- end -->$/gm;

/** Names of the parts of a page that are generated. */
export function regionsOf(page: string): string[] {
  return [...page.matchAll(REGION)].map(([, name = '']) => name);
}

/** The page with its generated parts anew. Throws for a part that nobody makes. */
export function fillRegions(page: string, parts: Readonly<Record<string, () => string>>): string {
  return page.replace(REGION, (_, name: string) => {
    const make = parts[name];
    if (!make) throw new Error(`Nothing generates "${name}". There are ${Object.keys(parts).join(', ')}.`);
    return `<!-- generated: ${name} -->\n${make()}\n<!-- end -->`;
  });
}
