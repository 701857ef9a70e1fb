import type { IConstruct } from 'constructs';
import { typeOf } from '../code/attributes';
import { RESOURCE_ID } from '../code/tree';

/** Names of our constructs by the type of the block that they create. */
const KINDS: Readonly<Record<string, string>> = {
  coffer_access_key: 'AccessKey',
  coffer_rotating_access_key: 'RotatingAccessKey',
  'ephemeral.coffer_access_key': 'EphemeralAccessKey',
};

/** Block types of all kinds of access keys. */
export const KEY_TYPES: readonly string[] = Object.keys(KINDS);

/** The kind of access key that a construct is; also works for a low-level one. */
export const kindOfKey = (key: IConstruct): string => kindOfType(typeOf(key.node.tryFindChild(RESOURCE_ID) ?? key));

/** The kind of access key that a block is, by its type. */
export const kindOfType = (type = ''): string => KINDS[type] ?? 'AccessKey';

/** Name of an access key in messages. */
export const nameOfKey = (key: IConstruct): string => `${kindOfKey(key)} "${key.node.path}"`;
