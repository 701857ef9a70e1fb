/** Elements that begin a line. */
const BLOCKS =
  /<(?:h[1-4]|p|form|section|li|dt|label|legend|summary|caption|tr|nav|search|select|input|textarea|progress|meter|pre|button)\b/g;

/** Attributes that only style an element, or lead from one to another: `flawsOf` follows those. */
const NOISE =
  / (?:class|id|for|role|scope|data-label|title|tabindex|spellcheck|autocapitalize|autocomplete|novalidate|aria-describedby|aria-labelledby|aria-hidden|method|rows|datetime|min|high)(?:="[^"]*"|(?=[ >]))/g;

/**
 * What a page has for its visitors, in short: a line for each block, with links as `[label](path)`, fields with their attributes,
 * options as `value: label` with a star at the chosen one, and the cells of a table with their kinds. `part` is another element.
 */
export function outlineOf(page: string, part = 'main'): string {
  const [, inside = ''] = new RegExp(`<${part}[^>]*>(.*)</${part}>`, 's').exec(page) ?? [];
  return inside
    .replace(/<p class="(?:live|world).*?<\/p>|<svg.*?<\/svg>|<span class="arrow".*?<\/span>/gs, '')
    .replace(/<input type="hidden" name="csrf" value="[^"]*">/g, '')
    .replace(/(?<=name="once" value=")[\w-]{43}/, '{once}')
    .replace(/<button type="button" class="copy"[^>]*>(.*?)<\/button>/gs, ' ($1)')
    .replace(
      /<option value="([^"]*)"( selected)?>(.*?)<\/option>/gs,
      (_, value, chosen, label) => `; ${value === label ? '' : `${value}: `}${label}${chosen ? '*' : ''}`,
    )
    .replace(
      /<a (?:class="\w+" )?href="(?:\/dashboard)?([^"]*)"( aria-current="page")?>(.*?)<\/a>/gs,
      (_, path, here, label) => `[${label}]${here ? '*' : ''}(${path})`,
    )
    .replace(/<t[hd]( [^>]*)>/g, (_, attributes) => ` | ${kindOf(attributes)}`)
    .replace(/<span class="status (\w+)">/g, '($1) ')
    .replace(/<button class="(\w+)">/g, '<button $1>')
    .replace(/<\/dt><dd>/g, ': ')
    .replace(/<br>/g, '\n')
    .replace(/<\/?div/g, ' $&')
    .replace(/(?<=<\/li>)<\/ul>(?=<)/g, '\n')
    .replace(BLOCKS, '\n$&')
    .replace(/<[a-z][^>]*>/g, (tag) => tag.replace(NOISE, ''))
    .replace(/<h([1-4])>/g, (_, level) => `${'#'.repeat(Number(level))} `)
    .replace(/<\/?(?!form|search|select|input|textarea|progress|meter|button)[a-z][^>]*>|<\/[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

export const NOON = Date.UTC(2030, 0, 31, 12);

/** One of everything in a project, buckets and keys of each kind. */
export const seedOf = (project_id: string) => ({
  secrets: [{ id: 'secret-1', name: 'db', value: 'x', project_id }],
  pull_secrets: [{ id: 'pull-1', server: 'ghcr.io', username: 'u', password: 'p', project_id }],
  buckets: ['lantern', 'calm', 'quick', 'still'].map((alias, n) => ({
    ...{ id: `bucket-${n}`, alias, max_size: 512 * 2 ** n, description: n === 0 ? 'Uploads' : null, project_id },
  })),
  access_keys: [
    {
      ...{ id: 'key-1', access_key_id: 'GK0001', permissions: { read: true, write: true }, project_id },
      buckets: ['bucket-0', 'bucket-1', 'bucket-2', 'bucket-3'],
    },
    {
      ...{ id: 'key-2', access_key_id: 'GK0002', permissions: { owner: true }, project_id },
      buckets: ['bucket-0', 'bucket-1', 'bucket-2'],
    },
    { id: 'key-3', access_key_id: 'GK0003', buckets: [], permissions: {}, project_id },
  ],
});

const kindOf = (attributes: string) =>
  [/class="(\w+)"/, /aria-sort="(\w+)"/]
    .flatMap((pattern) => pattern.exec(attributes)?.[1] ?? [])
    .map((kind) => `(${kind}) `)
    .join('');
