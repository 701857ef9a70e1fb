/**
 * The baseline for the emulator: Fastify over SQLite and nothing else, as written in an hour. It has the same routes with the same
 * bodies, one statement each. It checks no token, and validates, encrypts and logs nothing.
 */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { fastify } from 'fastify';
import type { Target } from '../support/server';

interface Sent {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

const PROJECT = 'project-1';

const database = new DatabaseSync(':memory:');
database.exec(
  'CREATE TABLE secret (position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, value BLOB NOT NULL)',
);
const list = database.prepare('SELECT id, name FROM secret ORDER BY position');
const insert = database.prepare('INSERT INTO secret (id, name, value) VALUES (?, ?, ?)');
const update = database.prepare('UPDATE secret SET name = ?, value = ? WHERE id = ?');
const remove = database.prepare('DELETE FROM secret WHERE id = ?');

const app = fastify();
const record = ({ id, name }: Pick<Sent, 'id' | 'name'>) => ({ id, name, project_id: PROJECT });

app.get('/secrets', () => (list.all() as unknown as Sent[]).map(record));
app.post<{ Body: Sent }>('/secrets', ({ body: { name, value } }, reply) => {
  const id = randomUUID();
  insert.run(id, name, Buffer.from(value, 'base64'));
  reply.code(201).send(record({ id, name }));
});
app.put<{ Body: Sent }>('/secrets', ({ body: { id, name, value } }) => {
  update.run(name, Buffer.from(value, 'base64'), id);
  return record({ id, name });
});
app.delete<{ Params: { id: string } }>('/secrets/:id', ({ params: { id } }, reply) => {
  remove.run(id);
  reply.code(204).send();
});

void main();

async function main(): Promise<void> {
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  process.stdout.write(`${JSON.stringify({ baseUrl, token: 'none', projectId: PROJECT } satisfies Target)}\n`);
  process.once('SIGTERM', () => process.exit(0));
}
