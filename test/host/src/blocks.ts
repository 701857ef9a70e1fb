/** The blocks of a stack's code, one a line, without comments about their origin and without its backend, which names a folder. */
export function blocksOf(code: string): string {
  const declared = JSON.parse(code) as Record<string, Record<string, object>>;
  const blocks = Object.entries(declared).flatMap(([kind, named]) =>
    Object.entries(named).flatMap(([name, block]): [string, unknown][] =>
      ['resource', 'data', 'ephemeral'].includes(kind)
        ? Object.entries(block).map(([id, one]) => [`${kind}.${name}.${id}`, one])
        : [[`${kind}.${name}`, block]],
    ),
  );
  const lines = blocks
    .filter(([address]) => address !== 'terraform.backend' && !address.startsWith('//.'))
    .map(([address, block]) => `${address} ${JSON.stringify(sorted(block))}\n`);
  return lines.sort().join('');
}

/** A value whose keys are in order, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== '//');
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
}
