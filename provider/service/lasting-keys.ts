import type { AccessKeyRecord } from '../client';
import type { Call, Connection } from './connection';

/** Finds and lists access keys without those of ephemeral resources (P28). */
export const lastingKeys = ({ client, ephemeralKeys }: Connection) => ({
  find: async (id: string, call: Call): Promise<AccessKeyRecord | undefined> => {
    const found = await client.accessKeys.find(id, call);
    return found && (await ephemeralKeys.leaveOut([found]))[0];
  },
  list: async (call: Call) => ephemeralKeys.leaveOut(await client.accessKeys.list(call)),
  search: async (matches: (record: AccessKeyRecord) => boolean, call: Call) =>
    ephemeralKeys.leaveOut(await client.accessKeys.search(matches, call)),
});
