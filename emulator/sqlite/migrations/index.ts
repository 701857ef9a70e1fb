import { initial } from './0001-initial';
import { objects } from './0002-objects';
import { fileLedger } from './0003-file-ledger';
import { intents } from './0004-intents';
import { intentsChanged } from './0005-intents-changed';

/**
 * Every migration, oldest first. A data folder's version is the number of them that it has had (`PRAGMA user_version`).
 *
 * SQL lies in modules, not in `.sql` files, so that it runs from source and from a bundle alike. Never change a released
 * one: add the next.
 */
export const migrations: readonly string[] = [initial, objects, fileLedger, intents, intentsChanged];
