/** What a visitor reads of a page: its main part without markup and without the line that tells of changes, with one space between two texts. */
export const textOf = (page: string): string =>
  (/<main[^>]*>(.*)<\/main>/s.exec(page)?.[1] ?? '')
    .replace(/<p class="(?:live|world).*?<\/p>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')
    .trim();

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
