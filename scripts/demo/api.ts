import type { Emulator } from '../../emulator';
import { claim } from './claim';

/** The lists of the service, with the resource type behind each and the field that identifies a record to people. */
const LISTS = [
  { path: '/secrets', type: 'coffer_secret', name: 'name' },
  { path: '/s3/buckets', type: 'coffer_bucket', name: 'alias' },
  { path: '/s3/keys', type: 'coffer_access_key', name: 'access_key_id' },
] as const;

/** A record of a list, with any fields. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** Everything that the service lists. */
export interface Listed {
  readonly lists: readonly ((typeof LISTS)[number] & { readonly records: readonly ApiRecord[] })[];
  /** All response bodies, unchanged. */
  readonly text: string;
}

/** Reads all lists of the service over HTTP, like any client with the token. */
export async function listAll({ baseUrl, token }: Emulator): Promise<Listed> {
  let all = '';
  const lists: Listed['lists'][number][] = [];
  for (const list of LISTS) {
    const response = await fetch(`${baseUrl}${list.path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    claim(response.status === 200, `GET ${list.path} should return 200, but returned ${response.status}.`);
    lists.push({ ...list, records: JSON.parse(text) });
    all += text;
  }
  return { lists, text: all };
}

/** The field names of the records. */
export const fieldsOf = (records: readonly ApiRecord[]) => [...new Set(records.flatMap(Object.keys))];
