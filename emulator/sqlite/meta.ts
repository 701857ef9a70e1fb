import type { Database } from './open';

/** An entry of the table `meta`, as text. */
export function readMeta({ connection }: Pick<Database, 'connection'>, name: string): string | undefined {
  const row = connection.prepare('SELECT value FROM meta WHERE key = ?').get(name) as { value: Uint8Array } | undefined;
  return row && Buffer.from(row.value).toString();
}

export function writeMeta({ connection }: Database, name: string, text: string): void {
  connection.prepare('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)').run(name, Buffer.from(text));
}
