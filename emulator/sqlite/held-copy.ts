import { CLUSTER_META } from './meta';
import type { Database } from './open';

/**
 * What became of a key or a deletion under way is known to nobody who restores the copy: the key may be in use, so it is unknown there, and
 * the deletion may have been refused.
 */
const UNDECIDED = [
  `DELETE FROM copy.cluster_key WHERE state = 'creating'`,
  `UPDATE copy.cluster_bucket SET state = 'live' WHERE state = 'deleting' AND cluster_id IS NOT NULL`,
];

/**
 * Copies the database of a control plane over a cluster to a new file. The copy holds until all that the cluster has of ours is known to it:
 * the mark alone does not tell a copy from the original before its next signature.
 */
export function copyHeld({ connection, transaction }: Database, file: string): void {
  connection.prepare('VACUUM INTO ?').run(file);
  connection.prepare('ATTACH ? AS copy').run(file);
  try {
    transaction(() => {
      connection.prepare('INSERT OR REPLACE INTO copy.meta VALUES (?, ?)').run(CLUSTER_META.held, Buffer.from('true'));
      for (const sql of UNDECIDED) connection.exec(sql);
    });
  } finally {
    connection.exec('DETACH copy');
  }
}
