import { initial } from './0001-initial';
import { objects } from './0002-objects';
import { fileLedger } from './0003-file-ledger';
import { intents } from './0004-intents';
import { intentsChanged } from './0005-intents-changed';
import { readOnlyTokens } from './0006-read-only-tokens';
import { revokedKeys } from './0007-revoked-keys';
import { smallCluster } from './0008-small-cluster';
import { overtakenUploads } from './0009-overtaken-uploads';

/**
 * All migrations, oldest first. A data folder's version is the number of migrations applied to it (`PRAGMA user_version`).
 *
 * SQL is in modules, not in `.sql` files, so that it runs both from source and from a bundle. Never change a released migration: add a new one.
 */
export const migrations: readonly string[] = [
  initial,
  objects,
  fileLedger,
  intents,
  intentsChanged,
  readOnlyTokens,
  revokedKeys,
  smallCluster,
  overtakenUploads,
];
