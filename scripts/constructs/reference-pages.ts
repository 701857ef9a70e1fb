import { posix } from 'node:path';

/** The file with the contents, at the top of a reference; the pages are in a folder beside it. */
export const REFERENCE_FILE = 'REFERENCE.md';
export const REFERENCE_FOLDER = 'reference';

/** A type of the library, and where its page is. */
interface Entry {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly text: string;
}

/**
 * Splits what jsii-docgen writes for a module into one page for each type, and a page with the contents. The types of the submodule `l1`, to which
 * those of the module lead, have their pages in a folder of that name.
 *
 * @param root the page of the module
 * @param l1 that of its submodule
 * @returns the pages, by their path
 */
export function referencePages(title: string, root: string, l1: string): ReadonlyMap<string, string> {
  const entries = [...entriesOf(root, REFERENCE_FOLDER), ...entriesOf(l1, `${REFERENCE_FOLDER}/l1`)];
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const pages = entries.map((entry): [string, string] => [
    entry.path,
    `[Contents](${wayTo(entry, REFERENCE_FILE)})\n\n# ${entry.name} <a name="${entry.name}" id="${entry.id}"></a>\n${linked(entry, byId)}`,
  ]);
  return new Map([[REFERENCE_FILE, contentsOf(title, entries)], ...pages]);
}

/** The types on a page of jsii-docgen: its second level is the kind, its third the type. */
function entriesOf(page: string, folder: string): Entry[] {
  return page.split(/^(?=## )/m).flatMap((section) => {
    const [, kind] = /^## (\w+)/.exec(section) ?? [];
    if (kind === undefined) return [];
    return section
      .split(/^(?=### )/m)
      .slice(1)
      .flatMap((text): Entry[] => {
        const [heading, name, id] = /^### (\S+) <a name="[^"]*" id="([^"]+)"><\/a>$/m.exec(text) ?? [];
        if (heading === undefined || name === undefined || id === undefined) return [];
        return [
          { kind, name, id, path: `${folder}/${name}.md`, text: text.slice(heading.length).trimEnd().concat('\n') },
        ];
      });
  });
}

const wayTo = (from: Entry, path: string): string => posix.relative(posix.dirname(from.path), path);

/** The text of a type whose links lead to the pages of other types; names of types without a link get one. */
function linked(entry: Entry, byId: ReadonlyMap<string, Entry>): string {
  const pageOf = (id: string): string | undefined => {
    // The id of a member begins with that of its type.
    for (let at = id; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const found = byId.get(at);
      if (found) return found === entry ? '' : wayTo(entry, found.path);
    }
    return undefined;
  };
  return entry.text
    .replace(/href="#([^"]+)"/g, (whole, id: string) => {
      const page = pageOf(id);
      return page === undefined ? whole : `href="${page}#${id}"`;
    })
    .replace(/(?<=<code>|Type:\* )([\w./-]+\.l1\.\w+)(?=<\/code>|$)/gm, (name: string) => {
      const found = [...byId.values()].find(({ id, path }) => path.includes('/l1/') && sameType(id, name));
      return found ? `<a href="${wayTo(entry, found.path)}">${name}</a>` : name;
    });
}

/** Whether a name in a language is that of a type, whose id begins with the name of the package on npm. */
const sameType = (id: string, name: string): boolean =>
  id.split('.').at(-1)?.toLowerCase() === name.split('.').at(-1)?.toLowerCase();

function contentsOf(title: string, entries: readonly Entry[]): string {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  const sections = [false, true].flatMap((isLow) =>
    kinds.flatMap((kind) => {
      const own = entries.filter((entry) => entry.kind === kind && entry.path.includes('/l1/') === isLow);
      if (own.length === 0) return [];
      const lines = own.map(({ name, path, text }) => `- [${name}](${path})${firstSentence(text)}`);
      return [`## ${isLow ? `Low-level: ${kind}` : kind}\n\n${lines.join('\n')}`];
    }),
  );
  return `${[`# ${title}`, ...sections].join('\n\n')}\n`;
}

/** The first sentence of the description of a type, if there is one. */
function firstSentence(text: string): string {
  const paragraph = text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .split('\n\n')
    .map((part) => part.trim())
    .find((part) => part !== '' && !/^[-*#>`<|]/.test(part));
  const [sentence = ''] = /^.+?[.:](?=\s|$)/s.exec(paragraph ?? '') ?? [];
  return sentence === '' || /^(Represents a|\*No description)/.test(sentence)
    ? ''
    : `: ${sentence.replace(/\s+/g, ' ').replace(/:$/, '')}`;
}
