import type { Dialect } from '../../../emulator';
import type { ObjectValue } from '../../../framework/values/value';

/** Objects beside the one of a story, which have to stay unchanged. */
export interface Bystanders {
  readonly bucketId: string;
  readonly secretId: string;
}

type Configured = ObjectValue | ((there: Bystanders) => ObjectValue);

/** One step in the life of an object. */
export interface Story {
  readonly name: string;
  readonly typeName: string;
  readonly dialect?: Dialect;
  /** Arguments of the provider block. */
  readonly settings?: ObjectValue;
  /** Configurations applied before, in this order. */
  readonly before: readonly Configured[];
  /** How long ago the last one was applied, in milliseconds. */
  readonly agoMs?: number;
  /** Another user deletes the object's keys after that. */
  readonly revoked?: boolean;
  /** The operation during which the fault occurs; a configuration is applied. */
  readonly step: Configured | 'read' | 'delete';
  /** The service can neither list nor delete these objects, so a lost one stays lost. */
  readonly unlisted?: boolean;
}

/** Describes every step of one life: create, read, each change, delete. */
function life(
  name: string,
  typeName: string,
  first: Configured,
  changes: Readonly<Record<string, Configured>>,
  rest: Pick<Story, 'dialect' | 'settings' | 'unlisted'> = {},
): Story[] {
  const story = (verb: string, before: readonly Configured[], step: Story['step']): Story => ({
    name: `${name}: ${verb}`,
    typeName,
    before,
    step,
    ...rest,
  });
  return [
    story('create', [], first),
    story('read', [first], 'read'),
    ...Object.entries(changes).map(([verb, change]) => story(verb, [first], change)),
    story('delete', [first], 'delete'),
  ];
}

const KEY = 'coffer_access_key';
const ROTATING = 'coffer_rotating_access_key';
const read = { read: true };

const key =
  (trigger: string, storeIn?: (there: Bystanders) => ObjectValue): Configured =>
  (there) => ({
    bucket_ids: [there.bucketId],
    permissions: read,
    rotation_trigger: { on: trigger },
    ...(storeIn && { store_in: storeIn(there) }),
  });
const byName = () => ({ secret_name: 'sink', format: 'json' });
const byId = ({ secretId }: Bystanders) => ({ secret_id: secretId });

const pull = (password: string) => ({
  server: 'registry.example',
  username: 'octo',
  password_wo: password,
  password_wo_version: password,
});
const FULL = { dialect: 'extended', settings: { pull_secret_api: 'full' } } as const;

const bucket = (more: ObjectValue) => ({ timeouts: { create: '10s' }, ...more });

/** The end of an overlap. */
const retirement = (name: string, storeIn?: (there: Bystanders) => ObjectValue): Story => ({
  name: `${name}: retire`,
  typeName: ROTATING,
  before: [key('1', storeIn), key('2', storeIn)],
  agoMs: 25 * 60 * 60_000,
  step: key('2', storeIn),
});

/** The keys are deleted elsewhere, and the secret created for them still exists. */
const succession = (name: string, typeName: string): Story => ({
  name: `${name}: successor of a revoked key`,
  typeName,
  before: [key('1', byName)],
  revoked: true,
  step: key('1', byName),
});

/** Every step in the life of every kind of object. */
export const STORIES: readonly Story[] = [
  ...life(
    'secret',
    'coffer_secret',
    { name: 'db', value_wo: 'one', value_wo_version: '1' },
    {
      'new value': { name: 'db', value_wo: 'two', value_wo_version: '2' },
      rename: { name: 'db-2', value_wo: 'one', value_wo_version: '1' },
    },
  ),
  ...life(
    'secret with a fingerprint',
    'coffer_secret',
    { name: 'db', value_wo: 'one', change_detection: 'fingerprint' },
    { 'new value': { name: 'db', value_wo: 'two', change_detection: 'fingerprint' } },
    { settings: { fingerprint_key: 'key' } },
  ),
  ...life(
    'pull secret, create_only',
    'coffer_pull_secret',
    pull('one'),
    { 'new password': pull('two') },
    { unlisted: true },
  ),
  ...life('pull secret, full', 'coffer_pull_secret', pull('one'), { 'new password': pull('two') }, FULL),
  ...life('bucket', 'coffer_bucket', bucket({ max_size: 1000, description: 'same' }), {
    resize: bucket({ max_size: 2000, description: 'same' }),
    'clear description': bucket({ max_size: 1000 }),
  }),
  ...life('access key', KEY, key('1'), { replace: key('2') }),
  ...life('access key stored by name', KEY, key('1', byName), { replace: key('2', byName) }),
  succession('access key stored by name', KEY),
  ...life('access key stored by id', KEY, key('1', byId), { replace: key('2', byId) }),
  ...life('rotating access key', ROTATING, key('1'), { rotate: key('2') }),
  retirement('rotating access key'),
  ...life('rotating access key stored by name', ROTATING, key('1', byName), { rotate: key('2', byName) }),
  retirement('rotating access key stored by name', byName),
  succession('rotating access key stored by name', ROTATING),
  {
    name: 'rotating access key stored by id: rotate within the overlap',
    typeName: ROTATING,
    before: [key('1', byId), key('2', byId)],
    step: key('3', byId),
  },
];
