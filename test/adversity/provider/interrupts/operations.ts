import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { Dialect } from '../../../../emulator';
import type { Diagnostic } from '../../../../framework/diagnostic';
import type { ObjectValue } from '../../../../framework/values/value';
import type { Host, HostOptions, Kept } from '../../../support/host';
import { begin, type Heard as HeardOfCommand, type Place } from '../begin';
import { STORIES, type Story } from '../fault-stories';

/** A project in which one operation is interrupted. */
export interface World extends Place {
  command(options?: Pick<HostOptions, 'settings'>): Promise<Host>;
  /** A request of another client. */
  send(method: string, path: string, body?: object): Promise<unknown>;
}

/** What an operation came to, as Terraform hears it. */
export interface Heard extends HeardOfCommand {
  /** What it has opened and still has to close. */
  readonly opened?: Uint8Array;
}

/** An operation of Terraform, ready to run. */
export interface Act {
  /** What Terraform keeps before it. */
  readonly kept: Kept | null;
  run(host: Host): Promise<Heard>;
  /** What Terraform does next by itself when the command ends in order. */
  readonly finish?: (host: Host, heard: Heard) => Promise<readonly Diagnostic[]>;
  /** The same once more, by a practitioner, from what Terraform kept. */
  again(host: Host, kept: Kept | null): Promise<Heard>;
  /** What is wrong when that has succeeded: the next plan is not empty. */
  check(host: Host, kept: Kept | null): Promise<readonly string[]>;
  /** Takes an object into the state; null where there is no such thing. */
  adopt(host: Host, id: string): Promise<Kept | null>;
  readonly typeName: string;
  /** Ids of objects that nobody keeps in a state and that it is to delete. */
  readonly targets?: readonly string[];
}

/** An operation that can be interrupted. */
export interface Operation {
  readonly name: string;
  readonly dialect?: Dialect | undefined;
  readonly settings?: ObjectValue | undefined;
  /** The service can neither list nor delete these objects. */
  readonly unlisted?: boolean | undefined;
  /** Makes what has to be there before. */
  prepare(world: World): Promise<Act>;
}

const NOTHING = { kept: null, diagnostics: [] };

/** A step in the life of a resource. */
const change = (story: Story): Operation => ({
  ...story,
  async prepare(world) {
    const { typeName, step } = story;
    const { kept, config, go } = await begin(story, world);
    return {
      typeName,
      kept,
      run: (host) => go(host, kept),
      again: go,
      adopt: async (host, id) => (await host.import(typeName, id)).kept,
      async check(host, last) {
        if (step === 'delete') return last ? ['something is left in state'] : [];
        if (!last) return ['nothing is in state'];
        const { action, diagnostics } = await host.plan(typeName, config, last);
        const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ summary }) => summary);
        return action === 'no-op' ? errors : [`the plan afterwards is not empty: ${action}`, ...errors];
      },
    };
  },
});

const KEY = 'coffer_access_key';

const openKey = async (host: Host, { there }: World): Promise<Heard> => {
  const config = { bucket_ids: [there.bucketId], permissions: { read: true } };
  const { result, private: opened, diagnostics } = await host.open(KEY, config);
  return { kept: result && { state: result, private: opened }, diagnostics, ...(result && { opened }) };
};

const closeKey = async (host: Host, { opened }: Heard) => (opened ? (await host.close(KEY, opened)).diagnostics : []);

/** Nothing stays of what is ephemeral. */
const ephemeral = {
  kept: null,
  typeName: KEY,
  again: async () => NOTHING,
  adopt: async () => null,
  check: async () => [],
};

const opening: Operation = {
  name: 'ephemeral access key: open',
  prepare: async (world) => ({ ...ephemeral, run: (host) => openKey(host, world), finish: closeKey }),
};

const closing: Operation = {
  name: 'ephemeral access key: open and close',
  prepare: async (world) => ({
    ...ephemeral,
    async run(host) {
      const heard = await openKey(host, world);
      return { kept: null, diagnostics: [...heard.diagnostics, ...(await closeKey(host, heard))] };
    },
  }),
};

const action = (
  name: string,
  typeName: string,
  arrange: (world: World) => Promise<{
    readonly config: ObjectValue;
    readonly targets?: readonly string[];
    readonly check: () => readonly string[];
  }>,
): Operation => ({
  name,
  async prepare(world) {
    const { config, targets = [], check } = await arrange(world);
    const invoke = async (host: Host) => ({ kept: null, ...(await host.invoke(typeName, config)) });
    return {
      typeName,
      targets,
      kept: null,
      run: invoke,
      again: invoke,
      adopt: async () => null,
      check: async () => check(),
    };
  },
});

const revoking = action(
  'action: revoke an access key',
  'coffer_revoke_access_key',
  async ({ emulator, there, project, send }) => {
    const permissions = { read: false, write: true, owner: false };
    const { id } = (await send('POST', '/s3/keys', {
      ...{ project_id: project.projectId, bucket_ids: [there.bucketId], permissions },
    })) as { id: string };
    const isThere = () => emulator.inspect.accessKeys().some((key) => key.id === id);
    return {
      config: { id, allow_missing: true },
      targets: [id],
      check: () => (isThere() ? ['the key is not revoked'] : []),
    };
  },
);

const emptying = action('action: empty a bucket', 'coffer_empty_bucket', async (world) => {
  const { bucketId } = world.there;
  await fill(world, bucketId);
  return {
    config: { bucket_id: bucketId },
    check: () => (world.emulator.inspect.contents(bucketId).objects > 0 ? ['the bucket is not empty'] : []),
  };
});

/** Puts two objects into a bucket. */
async function fill({ emulator, project, send }: World, bucketId: string): Promise<void> {
  const permissions = { read: false, write: true, owner: false };
  const key = (await send('POST', '/s3/keys', {
    ...{ project_id: project.projectId, bucket_ids: [bucketId], permissions },
  })) as { id: string; access_key_id: string; secret_access_key: string; endpoint: string };
  const alias = emulator.inspect.buckets().find(({ id }) => id === bucketId)?.alias ?? '';
  const s3 = new S3Client({
    region: 'us-east-1',
    endpoint: key.endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: key.access_key_id, secretAccessKey: key.secret_access_key },
  });
  for (const Key of ['a', 'b/c']) await s3.send(new PutObjectCommand({ Bucket: alias, Key, Body: 'x' }));
  s3.destroy();
  await send('DELETE', `/s3/keys/${key.id}`);
}

const FULL_BUCKET = { max_size: 1000, description: 'full', force_destroy: true, timeouts: { create: '10s' } };

/** The destroy of a bucket with objects in it. */
const destroying: Operation = {
  name: 'bucket with objects: delete',
  async prepare(world) {
    const story = { name: '', typeName: 'coffer_bucket', before: [FULL_BUCKET], step: 'delete' } as const;
    const act = await change(story).prepare(world);
    await fill(world, String(act.kept?.state.id));
    return act;
  },
};

/** Everything that changes something at the service. */
export const OPERATIONS: readonly Operation[] = [
  ...STORIES.filter(({ step }) => step !== 'read').map(change),
  destroying,
  opening,
  closing,
  revoking,
  emptying,
];
