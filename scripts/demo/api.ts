import type { Emulator } from '../../emulator';
import { claim } from './claim';

/** The lists that the service has, with the resource type behind each and the field that people know a record by. */
const LISTS = [
  { path: '/secrets', type: 'coffer_secret', name: 'name' },
  { path: '/s3/buckets', type: 'coffer_bucket', name: 'alias' },
  { path: '/s3/keys', type: 'coffer_access_key', name: 'access_key_id' },
] as const;

/** A record of a list, whatever is in it. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** What the service lists. */
export interface Listed {
  readonly lists: readonly ((typeof LISTS)[number] & { readonly records: readonly ApiRecord[] })[];
  /** All answers as they came. */
  readonly text: string;
}

/** Asks for everything that the service lists, over HTTP, as any client with the token would. */
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

/** Which fields the records have. */
export const fieldsOf = (records: readonly ApiRecord[]) => [...new Set(records.flatMap(Object.keys))];
