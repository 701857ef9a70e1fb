import { timingSafeEqual } from 'node:crypto';
import type { KnownSecrets } from '../domain/known-secrets';
import type { Caller, TokenOrigin, TokenStore } from '../domain/records';
import type { Cipher } from './cipher';
import { type Database, prepareAll } from './open';

/** Maximum number of cached callers; then the cache is cleared. */
const REMEMBERED = 1_000;

/** Projects, and tokens as keyed hashes. */
export class SqliteTokens implements TokenStore {
  readonly #sql;
  /** Callers by token, as hashing costs more than most responses. `grant` and `revoke` clear it; one must follow whenever the tables are emptied. */
  readonly #callers = new Map<string, Caller>();

  constructor(
    private readonly database: Database,
    private readonly cipher: Cipher,
    private readonly known: Pick<KnownSecrets, 'add'>,
  ) {
    this.#sql = prepareAll(database, {
      insertProject: 'INSERT OR IGNORE INTO project (id) VALUES (?)',
      findProject: 'SELECT 1 FROM project WHERE id = ?',
      listProjects: `SELECT id FROM project LEFT JOIN (
         SELECT project_id, max(place) AS place FROM token_project JOIN token ON hash = token_hash AND origin = 'start'
         GROUP BY project_id
       ) ON project_id = id ORDER BY place IS NULL, place, id`,
      insertToken: 'INSERT OR REPLACE INTO token (hash, origin, is_read_only) VALUES (?, ?, ?)',
      clearGrants: 'DELETE FROM token_project WHERE token_hash = ?',
      insertGrant: 'INSERT INTO token_project (token_hash, place, project_id) VALUES (?, ?, ?)',
      findToken: 'SELECT hash, is_read_only FROM token WHERE hash = ?',
      findGrants: 'SELECT project_id FROM token_project WHERE token_hash = ? ORDER BY place',
      revoke: 'DELETE FROM token WHERE origin = ?',
    });
  }

  /** Creates missing projects, and replaces the token's previous grants. */
  grant(token: string, projectIds: readonly string[], origin: TokenOrigin, isReadOnly = false): void {
    const hash = this.cipher.hash(token);
    this.#callers.clear();
    this.known.add(token);
    this.database.transaction(() => {
      this.#sql.insertToken.run(hash, origin, Number(isReadOnly));
      this.#sql.clearGrants.run(hash);
      projectIds.forEach((projectId, place) => {
        this.#sql.insertProject.run(projectId);
        this.#sql.insertGrant.run(hash, place, projectId);
      });
    });
  }

  find(token: string): Caller | undefined {
    const known = this.#callers.get(token);
    if (known) return known;
    const caller = this.#read(this.cipher.hash(token));
    if (!caller) return undefined;
    // One of an earlier start.
    this.known.add(token);
    if (this.#callers.size >= REMEMBERED) this.#callers.clear();
    this.#callers.set(token, caller);
    return caller;
  }

  holderOf(token: string): () => Caller | undefined {
    const hash = this.cipher.hash(token);
    return () => this.#read(hash);
  }

  revoke(origin: TokenOrigin): void {
    this.#callers.clear();
    this.#sql.revoke.run(origin);
  }

  addProject(projectId: string): void {
    this.#sql.insertProject.run(projectId);
  }

  hasProject(projectId: string): boolean {
    return this.#sql.findProject.get(projectId) !== undefined;
  }

  projectIds(): string[] {
    return (this.#sql.listProjects.all() as unknown as { id: string }[]).map(({ id }) => id);
  }

  #read(hash: Uint8Array): Caller | undefined {
    const row = this.#sql.findToken.get(hash) as { hash: Uint8Array; is_read_only: number } | undefined;
    if (!row || !timingSafeEqual(row.hash, hash)) return undefined;
    const grants = this.#sql.findGrants.all(hash) as unknown as { project_id: string }[];
    const projectIds = grants.map((grant) => grant.project_id);
    return row.is_read_only === 1 ? { projectIds, isReadOnly: true } : { projectIds };
  }
}
