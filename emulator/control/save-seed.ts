import { plainServer } from '../journal/addresses';
import type { SeedDocument } from '../seed/document';
import type { Inspect } from './inspect';

export interface SaveSeedOptions {
  /**
   * Write the values of secrets, the credentials of pull secrets and the secret halves of access keys, in plain text. Default
   * false: a placeholder replaces the first two, and the last are drawn again.
   */
  readonly withValues?: boolean | undefined;
}

const PLACEHOLDER = 'placeholder';

/** Returns everything stored as a seed, with the same ids, names, aliases and quotas. Its `not_saved` names what has no place in one. */
export function saveSeed(inspect: Inspect, { withValues = false }: SaveSeedOptions = {}): SeedDocument {
  const secrets = inspect.secrets().map(({ id, projectId: project_id, name }) => ({
    ...{ id, project_id, name },
    value: withValues ? toValue(inspect.secretBytes(id)) : PLACEHOLDER,
  }));
  const pullSecrets = inspect.pullSecrets().map(({ id, projectId: project_id, server, username }) => {
    if (withValues) return { id, project_id, server, username, password: inspect.pullSecretPassword(id) };
    // The name of a server may contain credentials.
    const address = plainServer(server) === undefined ? PLACEHOLDER : server;
    return { id, project_id, server: address, username: PLACEHOLDER, password: PLACEHOLDER };
  });
  const buckets = inspect.buckets().map(({ id, projectId: project_id, alias, maxSize: max_size, description }) => ({
    ...{ id, project_id, alias, max_size },
    ...(description !== null && { description }),
  }));
  const accessKeys = inspect.accessKeys().map(({ id, projectId: project_id, accessKeyId, bucketIds, permissions }) => {
    const secretAccessKey = withValues ? inspect.findSecretAccessKey(id) : undefined;
    return {
      ...{ id, project_id, access_key_id: accessKeyId },
      ...(secretAccessKey !== undefined && { secret_access_key: secretAccessKey }),
      ...{ buckets: bucketIds, permissions },
    };
  });
  return {
    not_saved: notSaved(inspect, withValues, accessKeys.filter((key) => !('secret_access_key' in key)).length),
    projects: inspect.projects(),
    secrets,
    pull_secrets: pullSecrets,
    buckets,
    access_keys: accessKeys,
  };
}

/** As text if the bytes are text, which is the form that people write. */
function toValue(bytes: Uint8Array): string | { readonly base64: string } {
  const text = Buffer.from(bytes).toString();
  if (text !== '' && Buffer.from(text).equals(bytes)) return text;
  return { base64: Buffer.from(bytes).toString('base64') };
}

function notSaved(inspect: Inspect, withValues: boolean, halves: number): string[] {
  const contents = inspect.buckets().map(({ id }) => inspect.contents(id));
  const sum = (part: 'objects' | 'uploads' | 'configurations') =>
    contents.reduce((total, each) => total + each[part], 0);
  const parts: [number, string][] = [
    [withValues ? 0 : inspect.secrets().length, `value(s) of secrets: "${PLACEHOLDER}" instead`],
    [withValues ? 0 : inspect.pullSecrets().length, `credential(s) of pull secrets: "${PLACEHOLDER}" instead`],
    [halves, 'access key(s) without secret half: it is drawn anew'],
    [sum('objects'), 'object(s) in buckets'],
    [sum('uploads'), 'unfinished upload(s)'],
    [sum('configurations'), 'CORS or lifecycle configuration(s) of buckets'],
  ];
  return [
    ...parts.flatMap(([n, what]) => (n > 0 ? [`${n} ${what.replace('(s)', n === 1 ? '' : 's')}`] : [])),
    'access tokens, of which only hashes are kept',
    'times of creation and change',
  ];
}
