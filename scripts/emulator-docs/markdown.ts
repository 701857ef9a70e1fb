/** A Markdown table. Cells are Markdown; bars in them are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export const code = (text: string | number) => `\`${text}\``;

export const members = (head: readonly string[], all: readonly (readonly [name: string, says: string])[]) =>
  table(
    head,
    all.map(([name, says]) => [code(name), says]),
  );

export const codes = (texts: readonly (string | number)[]) => texts.map(code).join(', ');

const REGION = /^<!-- generated: ([\w-]+) -->\n[\s\S]*?^<!-- end -->$/gm;

/** The page with its generated parts replaced. Throws if a part has no generator. */
export function fillRegions(page: string, parts: Readonly<Record<string, () => string>>): string {
  return page.replace(REGION, (_, name: string) => {
    const make = parts[name];
    if (!make) throw new Error(`Nothing generates "${name}". There are ${Object.keys(parts).join(', ')}.`);
    return `<!-- generated: ${name} -->\n${make()}\n<!-- end -->`;
  });
}
