import type { Emulator } from '../../../emulator';
import type { StateResource } from '../../support/workspace';

/** Whether the objects of the storm are as created or changed. */
export type Phase = 'made' | 'changed';

const version = (phase: Phase) => (phase === 'made' ? '1' : '2');

/** The secrets with a configured value. */
const secretsOf = (phase: Phase) =>
  Array.from({ length: 19 }, (_, at) => ({
    // Every fourth one is renamed.
    name: phase === 'changed' && at % 4 === 0 ? `renamed-${at}` : `secret-${at}`,
    value: `value-${version(phase)}-${at}`,
  }));

/** A reference in Terraform's JSON. */
const ref = (to: string) => `\${${to}}`;

/** 20 secrets, 5 buckets that are indistinguishable on creation, and 5 keys, two of them stored. */
export function configurationOf(phase: Phase): object {
  const key = { rotation_trigger: { on: version(phase) }, permissions: { read: true } };
  const secrets = secretsOf(phase).map(({ name, value }, at) => [
    `s${at}`,
    { name, value_wo: value, value_wo_version: version(phase) },
  ]);
  return {
    coffer_secret: {
      ...Object.fromEntries(secrets),
      sink: { name: 'sink', value_wo: 'nothing yet', value_wo_version: '1' },
    },
    coffer_bucket: { b: { count: 5, max_size: phase === 'made' ? 1000 : 2000, description: 'same' } },
    coffer_access_key: {
      // Two of these are for the same bucket, and look the same.
      k: { ...key, count: 3, bucket_ids: [ref('coffer_bucket.b[count.index % 2].id')] },
      by_name: {
        ...key,
        bucket_ids: [ref('coffer_bucket.b[2].id'), ref('coffer_bucket.b[3].id')],
        store_in: { secret_name: 'half', format: 'json' },
      },
      by_id: {
        ...key,
        bucket_ids: [ref('coffer_bucket.b[4].id')],
        store_in: { secret_id: ref('coffer_secret.sink.id') },
      },
    },
  };
}

/** Objects at the service that differ from the configuration or are not in state; empty means none. */
export function problemsOf(phase: Phase, inspect: Emulator['inspect'], state: readonly StateResource[]): string[] {
  const values = (type: string) => state.filter((one) => one.type === type).map((one) => one.values);
  const keyAt = (name: string) => state.find(({ address }) => address === `coffer_access_key.${name}`)?.values ?? {};
  const halfOf = (name: string) => inspect.secretAccessKey(String(keyAt(name).id));
  const ids = (of: readonly { readonly id?: unknown }[]) => of.map(({ id }) => String(id)).sort();
  const compare = (what: string, found: unknown, wanted: unknown) => {
    const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
    return is === should ? [] : [`${what}: ${is} instead of ${should}`];
  };

  const sinkId = { id: keyAt('by_name').secret_id };
  const found = inspect.secrets().map(({ id, name }) => ({ name, value: inspect.secretValue(id) }));
  const stored = found.find(({ name }) => name === 'half')?.value ?? '{}';
  const sort = (list: readonly { readonly name: string; readonly value: string }[]) =>
    list.map(({ name, value }) => `${name} = ${value}`).sort();
  const wanted = [...secretsOf(phase), { name: 'sink', value: halfOf('by_id') }, { name: 'half', value: stored }];
  const size = phase === 'made' ? '1000' : '2000';
  const keys = inspect.accessKeys();

  return [
    ...compare('secrets', sort(found), sort(wanted)),
    ...compare('ids of secrets', ids(inspect.secrets()), ids([...values('coffer_secret'), sinkId])),
    ...compare('ids of buckets', ids(inspect.buckets()), ids(values('coffer_bucket'))),
    ...compare(
      'buckets',
      inspect.buckets().map(({ maxSize, description }) => `${maxSize} ${description}`),
      Array(5).fill(`${size} same`),
    ),
    ...compare('ids of keys', ids(keys), ids(values('coffer_access_key'))),
    ...compare('stored half', (JSON.parse(stored) as Record<string, string>).secret_access_key, halfOf('by_name')),
    ...values('coffer_access_key').flatMap(({ id, secret_access_key: half, store_in: storeIn }) =>
      storeIn ? compare('half in state', half, null) : compare('half', half, inspect.secretAccessKey(String(id))),
    ),
    ...keys.flatMap(({ bucketIds, permissions, id }) => {
      const configured = values('coffer_access_key').find((one) => one.id === id);
      return compare(
        'key',
        [[...bucketIds].sort(), permissions],
        [[...((configured?.bucket_ids ?? []) as string[])].sort(), { read: true, write: false, owner: false }],
      );
    }),
  ];
}
