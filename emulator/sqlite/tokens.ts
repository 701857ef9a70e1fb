import { timingSafeEqual } from 'node:crypto';
import type { Caller } from '../domain/records';
import type { TokenOrigin, TokenStore } from '../domain/stores';
import type { Cipher } from './cipher';
import type { Database } from './open';

/** Maximum number of cached callers; then the cache is cleared. */
const REMEMBERED = 1_000;

/** Projects, and tokens as keyed hashes. */
export class SqliteTokens implements TokenStore {
  /**
   * Cached callers: every request looks its caller up, and hashing costs more than most responses. `grant` clears the cache, and
   * must follow whenever the tables are emptied.
   */
  readonly #callers = new Map<string, Caller>();
  readonly #insertProject;
  readonly #findProject;
  readonly #listProjects;
  readonly #insertToken;
  readonly #clearGrants;
  readonly #insertGrant;
  readonly #findToken;
  readonly #findGrants;
  readonly #revoke;

  constructor(
    private readonly database: Database,
    private readonly cipher: Cipher,
  ) {
    const { connection } = database;
    this.#insertProject = connection.prepare('INSERT OR IGNORE INTO project (id) VALUES (?)');
    this.#findProject = connection.prepare('SELECT 1 FROM project WHERE id = ?');
    this.#listProjects = connection.prepare(
      `SELECT id FROM project LEFT JOIN (
         SELECT project_id, max(place) AS place FROM token_project JOIN token ON hash = token_hash AND origin = 'start'
         GROUP BY project_id
       ) ON project_id = id ORDER BY place IS NULL, place, id`,
    );
    this.#insertToken = connection.prepare(
      'INSERT OR REPLACE INTO token (hash, origin, is_read_only) VALUES (?, ?, ?)',
    );
    this.#clearGrants = connection.prepare('DELETE FROM token_project WHERE token_hash = ?');
    this.#insertGrant = connection.prepare(
      'INSERT INTO token_project (token_hash, place, project_id) VALUES (?, ?, ?)',
    );
    this.#findToken = connection.prepare('SELECT hash, is_read_only FROM token WHERE hash = ?');
    this.#findGrants = connection.prepare('SELECT project_id FROM token_project WHERE token_hash = ? ORDER BY place');
    this.#revoke = connection.prepare('DELETE FROM token WHERE origin = ?');
  }

  /** Creates missing projects, and replaces the token's previous grants. */
  grant(token: string, projectIds: readonly string[], origin: TokenOrigin, isReadOnly = false): void {
    const hash = this.cipher.hash(token);
    this.#callers.clear();
    this.database.transaction(() => {
      this.#insertToken.run(hash, origin, Number(isReadOnly));
      this.#clearGrants.run(hash);
      projectIds.forEach((projectId, place) => {
        this.#insertProject.run(projectId);
        this.#insertGrant.run(hash, place, projectId);
      });
    });
  }

  find(token: string): Caller | undefined {
    const known = this.#callers.get(token);
    if (known) return known;
    const caller = this.#read(this.cipher.hash(token));
    if (!caller) return undefined;
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
    this.#revoke.run(origin);
  }

  addProject(projectId: string): void {
    this.#insertProject.run(projectId);
  }

  hasProject(projectId: string): boolean {
    return this.#findProject.get(projectId) !== undefined;
  }

  projectIds(): string[] {
    return (this.#listProjects.all() as unknown as { id: string }[]).map(({ id }) => id);
  }

  #read(hash: Uint8Array): Caller | undefined {
    const row = this.#findToken.get(hash) as { hash: Uint8Array; is_read_only: number } | undefined;
    if (!row || !timingSafeEqual(row.hash, hash)) return undefined;
    const grants = this.#findGrants.all(hash) as unknown as { project_id: string }[];
    const projectIds = grants.map((grant) => grant.project_id);
    return row.is_read_only === 1 ? { projectIds, isReadOnly: true } : { projectIds };
  }
}
