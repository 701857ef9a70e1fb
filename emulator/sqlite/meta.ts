import type { Database } from './open';

/** Names of the entries that are about one cluster, beside its tables. */
export const CLUSTER_META = {
  installation: 'installation',
  mark: 'cluster mark',
  held: 'cluster held',
  forgotten: 'cluster forgotten',
} as const;

/** An entry of the table `meta`, as text. */
export function readMeta({ connection }: Pick<Database, 'connection'>, name: string): string | undefined {
  const row = connection.prepare('SELECT value FROM meta WHERE key = ?').get(name) as { value: Uint8Array } | undefined;
  return row && Buffer.from(row.value).toString();
}

export function writeMeta({ connection }: Database, name: string, text: string): void {
  connection.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(name, Buffer.from(text));
}

export function deleteMeta({ connection }: Database, name: string): void {
  connection.prepare('DELETE FROM meta WHERE key = ?').run(name);
}
