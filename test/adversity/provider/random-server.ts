import type { Emulator, EmulatorOptions, Knobs, Lag } from '../../../emulator';
import { dialects } from '../../../emulator/settings/knobs';
import { knobValues } from '../../host/emulator/knob-values';
import { type BadLine, TROUBLES, type Trouble } from '../../support/bad-line';
import { type Dice, diceOf } from '../../support/dice';

/** One step in the practitioner's story, in their order. */
export const STEPS = ['create', 'read', 'update', 'rotate', 'rename', 'import', 'destroy'] as const;

export type Step = (typeof STEPS)[number];

/** What happens to one call of a step. */
export type Trick = Trouble | 'refused' | 'interrupt' | 'deleted elsewhere';

export interface Disturbance {
  readonly step: Step;
  /** Which call of the step, from 0. */
  readonly at: number;
  readonly trick: Trick;
}

/** A server out of all the emulator's knobs, and what happens in the story. Plain data, so that it can be shrunk. */
export interface RandomServer {
  readonly seed: number;
  /** Those that differ from the conventional dialect. */
  readonly knobs: Partial<Knobs>;
  readonly lag: Partial<Lag>;
  readonly settle: string;
  readonly lostCreates: 'adopt' | 'report' | 'sole_writer';
  /** The step in which somebody else makes what we make; undefined: nobody does. */
  readonly writer: Step | undefined;
  readonly disturbances: readonly Disturbance[];
}

/** Draws a server. About a third of the knobs have a value of their own. */
export function drawServer(seed: number): RandomServer {
  const dice = diceOf(seed);
  const knobs = Object.fromEntries(
    Object.entries(knobValues).flatMap(([knob, values]) => {
      const value = dice.pick(values as unknown as readonly [unknown, ...unknown[]]);
      const isTurned = dice.roll(3) === 0 && value !== Reflect.get(dialects.conventional, knob);
      return isTurned ? [[knob, value]] : [];
    }),
  ) as Partial<Knobs>;
  const seldom = (counts: readonly [number, ...number[]]) => (dice.roll(3) === 0 ? dice.pick(counts) : 0);
  const drawn: Lag = {
    newHidden: seldom([1, 2, 3]),
    recordFlaps: seldom([1, 2]),
    aliasFlaps: seldom([1, 2]),
    // A service that shows what was deleted for ever marks it.
    deletedShown: knobs.deletedObjects === undefined ? seldom([1, 2]) : dice.pick([1_000_000, 1_000_000, 2]),
    keyRefusals: seldom([1, 2]),
    keyRefusal: dice.pick(['not_found', 'conflict']),
    nameRefusals: seldom([1, 2]),
    listCap: dice.roll(8) === 0 ? 20 : 0,
  };
  // Where unsettled buckets are hidden, records and aliases that both come and go can leave a bucket out of three lists in a row: then it counts as gone (P7).
  const aliasFlaps = knobs.unsettled === 'hidden' && drawn.recordFlaps > 0 ? 0 : drawn.aliasFlaps;
  const lag = Object.fromEntries(
    Object.entries({ ...drawn, aliasFlaps }).filter(([, value]) => value !== 0),
  ) as Partial<Lag>;
  const lostCreates = dice.pick(['adopt', 'adopt', 'report', 'sole_writer'] as const);
  // A sole writer has promised that there is no second one; without an id in the response two that make the same cannot be told apart (P2), and
  // nobody sees a name that is taken between list and request by a service that overwrites it (P5).
  const withoutId = [knobs.writeResponse, knobs.bucketResponse].some((form) =>
    /^(?:empty|created_by|operation)$/.test(form ?? ''),
  );
  const writer =
    lostCreates !== 'sole_writer' && !withoutId && knobs.takenName !== 'overwrite' && dice.roll(3) === 0
      ? stepOf(dice)
      : undefined;
  const disturbances = Array.from({ length: dice.roll(3) }, () => ({
    step: stepOf(dice),
    at: dice.roll(12),
    trick: dice.pick<Trick>([
      'refused',
      'refused',
      'interrupt',
      'deleted elsewhere',
      dice.pick(TROUBLES),
      dice.pick(TROUBLES),
    ]),
  }));
  return {
    seed,
    knobs,
    lag,
    settle: dice.pick(['immediate', 'immediate', '1polls', '3polls']),
    lostCreates,
    writer,
    disturbances,
  };
}

const stepOf = (dice: Dice): Step => dice.pick(STEPS);

export const optionsOf = ({ knobs, lag, settle }: RandomServer): EmulatorOptions => ({ knobs, lag, settle });

/** The smallest server with a finding: takes away one part after the other, as long as something is found. */
export async function shrink(
  server: RandomServer,
  finds: (server: RandomServer) => Promise<boolean>,
): Promise<RandomServer> {
  let smallest = server;
  const without = <K extends string>(record: Partial<Record<K, unknown>>, name: string) =>
    Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    const { knobs, lag, disturbances } = smallest;
    const candidates: RandomServer[] = [
      ...disturbances.map((_, at) => ({ ...smallest, disturbances: disturbances.filter((__, other) => other !== at) })),
      ...(smallest.writer === undefined ? [] : [{ ...smallest, writer: undefined }]),
      ...(smallest.settle === 'immediate' ? [] : [{ ...smallest, settle: 'immediate' }]),
      ...(smallest.lostCreates === 'adopt' ? [] : [{ ...smallest, lostCreates: 'adopt' as const }]),
      ...Object.keys(lag).map((name) => ({ ...smallest, lag: without(lag, name) })),
      ...Object.keys(knobs).map((name) => ({ ...smallest, knobs: without(knobs, name) })),
    ];
    for (const candidate of candidates) {
      if (!(await finds(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

const LONG = 'The bucket of the shop, whose description is longer than most services like.';

/** Fills the lists of a service that ends them at a number, so that it matters. */
export function fill(emulator: Emulator, { lag }: RandomServer): void {
  const count = lag.listCap ?? 0;
  if (count === 0) return;
  const each = <T>(make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n));
  emulator.seedFrom({
    secrets: each((n) => ({ id: `filler-secret-${n}`, name: `filler-${n}`, value: 'v' })),
    buckets: each((n) => ({ id: `filler-bucket-${n}`, max_size: 1, description: `filler ${n}` })),
    access_keys: each((n) => ({ id: `filler-key-${n}`, buckets: ['filler-bucket-0'], permissions: { read: true } })),
  });
}

/** The configuration of a step: by address, the type and its arguments. `bucketId`: the id of the bucket, once there is one. */
export function configurationOf(step: Step, knobs: Partial<Knobs>, bucketId: string) {
  const at = STEPS.indexOf(step);
  const isUpdated = at >= STEPS.indexOf('update');
  const trigger = at >= STEPS.indexOf('rotate') ? '2' : '1';
  const value = isUpdated ? 'two' : 'one';
  const key = { bucket_ids: [bucketId], permissions: { owner: true } };
  const pull = { server: 'registry.example', username: 'octo', password_wo: value, password_wo_version: value };
  return {
    secret: {
      type: 'coffer_secret',
      config: { name: at >= STEPS.indexOf('rename') ? 'renamed' : 'db', value_wo: value, value_wo_version: value },
    },
    bucket: {
      type: 'coffer_bucket',
      config: {
        max_size: isUpdated ? 2_000_000 : 1_000_000,
        description: isUpdated ? `Another: ${LONG}\n` : `${LONG}\n`,
        destroy_check: 'server',
      },
    },
    key: { type: 'coffer_access_key', config: { ...key, rotation_trigger: { on: trigger } } },
    rotating: {
      type: 'coffer_rotating_access_key',
      config: {
        ...key,
        permissions: { write: true },
        rotation_trigger: { on: trigger },
        store_in: { secret_name: 'sink' },
      },
    },
    ...(knobs.pullSecretApi === 'full' && { pull: { type: 'coffer_pull_secret', config: pull } }),
  };
}

export type Configuration = ReturnType<typeof configurationOf>;

/** Somebody else, who makes what is made here at that very moment, past REST. */
export class Stranger {
  readonly ids: string[] = [];
  /** Ids of objects of ours that were deleted elsewhere: all, and those that no refresh can have missed yet. */
  readonly deleted = new Set<string>();
  readonly deletedNow = new Set<string>();
  #ofThisStep: string[] = [];

  constructor(private readonly emulator: Emulator) {}

  /** Begins a step. Lists that show a deleted object for a while, without a mark, show it in the refresh of the step after its deletion, too. */
  nextStep({ knobs, lag }: RandomServer): void {
    const isStillShown = (lag.deletedShown ?? 0) > 0 && knobs.deletedObjects === undefined;
    const before = this.#ofThisStep;
    this.#ofThisStep = [];
    this.deletedNow.clear();
    for (const id of isStillShown ? before : []) this.deletedNow.add(id);
  }

  /** Notes that an object of ours is deleted elsewhere. */
  noteDeleted(id: string): void {
    this.#ofThisStep.push(id);
    this.deleted.add(id);
    this.deletedNow.add(id);
  }

  /** Is told of a create before it is carried out. */
  imitate(operation: string, body: string): void {
    const id = `theirs-${this.ids.length}`;
    const sent = JSON.parse(body || '{}') as Record<string, never>;
    const seeds = {
      createSecret: () => ({ secrets: [{ id, name: sent.name, value: 'theirs' }] }),
      createBucket: () => ({ buckets: [{ id, max_size: sent.max_size, description: sent.description }] }),
      createAccessKey: () => ({ access_keys: [{ id, buckets: sent.bucket_ids, permissions: sent.permissions }] }),
    };
    const seed = seeds[operation as keyof typeof seeds];
    if (!seed) return;
    try {
      this.emulator.seedFrom(seed() as never);
      this.ids.push(id);
    } catch {
      // A name may be taken.
    }
  }

  /** The ids of what somebody has deleted, renamed or overwritten. */
  damaged(): string[] {
    const { inspect } = this.emulator;
    const live = new Set(everything(this.emulator).map(({ id }) => id));
    return this.ids.filter((id) => {
      if (!live.has(id)) return true;
      return inspect.secrets().some((one) => one.id === id) && inspect.secretValue(id) !== 'theirs';
    });
  }
}

/** Everything at the service, with its kind. */
export function everything({ inspect }: Emulator) {
  return [
    ...inspect.secrets().map((one) => ({ kind: 'secret', id: one.id, also: [`secret "${one.name}"`] })),
    ...inspect
      .buckets()
      .map((one) => ({ kind: 'bucket', id: one.id, also: ['bucket of 1000000 bytes', 'bucket of 2000000 bytes'] })),
    ...inspect.accessKeys().map((one) => ({
      kind: 'access key',
      id: one.id,
      also: [one.accessKeyId, ...one.bucketIds.map((id) => `access key for buckets "${id}"`)],
    })),
    ...inspect.pullSecrets().map((one) => ({ kind: 'pull secret', id: one.id, also: [`"${one.server}"`] })),
  ];
}

/** What a practitioner has, and has been told. */
interface Told {
  readonly state: string;
  readonly ids: readonly string[];
  readonly said: string;
  readonly named: Set<string>;
}

/**
 * What differs between state and service and is not named: objects of ours that no state holds, ids in state that the service does not have, and
 * what of somebody else is damaged. `said`: every warning and error so far. `state`: as text. `named` keeps the ids of what has been named, also by what
 * it was then: a key forgets a bucket that is deleted.
 */
export function differences(emulator: Emulator, stranger: Stranger, { state, ids, said, named }: Told): string[] {
  const all = everything(emulator);
  const live = new Set(all.map(({ id }) => id));
  const isForeign = (id: string) => id.startsWith('filler-') || stranger.ids.includes(id);
  for (const { id, also } of all) if ([id, ...also].some((word) => said.includes(word))) named.add(id);
  const isNamed = (id: string) => named.has(id) || said.includes(id);
  return [
    ...all
      .filter(({ id }) => !isForeign(id) && !state.includes(id) && !isNamed(id))
      .map(({ kind, id }) => `the ${kind} ${id} is at the service, in no state, and not named`),
    ...ids
      .filter((id) => !live.has(id) && !stranger.deletedNow.has(id) && !isNamed(id))
      .map((id) => `${id} is in state, not at the service, and not named`),
    ...ids
      .filter((id) => isForeign(id) && !isNamed(id))
      .map((id) => `${id} of somebody else is in state, and not named`),
    ...stranger
      .damaged()
      .filter((id) => !isNamed(id))
      .map((id) => `${id} of somebody else is damaged, and not named`),
  ];
}

/** What the service holds otherwise than it was configured, by name. */
export function wrongValues(
  emulator: Emulator,
  knobs: Partial<Knobs>,
  wanted: Configuration,
  idOf: (address: string) => string,
): string[] {
  const { inspect } = emulator;
  const found: string[] = [];
  const expect = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should))
      found.push(`${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
  };
  const secret = inspect.secrets().find(({ id }) => id === idOf('secret'));
  if (secret) {
    expect('the name', secret.name, wanted.secret.config.name);
    expect('the value', inspect.secretValue(secret.id), wanted.secret.config.value_wo);
  }
  const bucket = inspect.buckets().find(({ id }) => id === idOf('bucket'));
  if (bucket) {
    const { max_size: size, description: text } = wanted.bucket.config;
    const rounded = size < 2 ** 20 ? 2 ** 20 : size - (size % 2 ** 20);
    expect('the quota', Number(bucket.maxSize), knobs.maxSizes === 'whole_mebibytes' ? rounded : size);
    const stored = { as_sent: text, trimmed: text.trim(), clipped: text.slice(0, 40) }[knobs.descriptions ?? 'as_sent'];
    expect('the description', bucket.description, stored);
  }
  const key = inspect.accessKeys().find(({ id }) => id === idOf('key'));
  if (key) expect('the permissions', key.permissions, { read: false, write: false, owner: true });
  return found;
}

interface World {
  readonly emulator: Emulator;
  readonly line: BadLine;
  readonly stranger: Stranger;
}

/** Lets happen what the server has for a step, from its first call on; without a step nothing. `stop`: as an interrupt does. */
export function disturb(
  { emulator, line, stranger }: World,
  server: RandomServer,
  step: Step | undefined,
  { keyId, stop }: { readonly keyId: () => string; readonly stop: () => void },
): void {
  const disturbances = server.disturbances.filter((one) => one.step === step);
  const trouble = disturbances.find(({ trick }) => (TROUBLES as readonly string[]).includes(trick));
  line.arm(trouble && { at: trouble.at, trouble: trouble.trick as Trouble, lasting: false });
  line.meanwhile = async (operation, body) => {
    const at = line.calls.length - 1;
    const here = disturbances.filter((one) => one.at === at).map(({ trick }) => trick);
    if (here.includes('refused')) emulator.faults.add({ operation, status: 422, times: 1 });
    if (here.includes('interrupt')) stop();
    if (here.includes('deleted elsewhere') && keyId() !== '') {
      stranger.noteDeleted(keyId());
      await deleteKey(emulator, keyId());
    }
    if (server.writer !== undefined && server.writer === step) stranger.imitate(operation, body);
  };
}

/** Ends what {@link disturb} has begun. */
export async function calm({ emulator, line }: Pick<World, 'emulator' | 'line'>): Promise<void> {
  await line.heal();
  line.meanwhile = undefined;
  emulator.faults.clear();
}

/** Deletes a key as the dashboard would. */
function deleteKey({ baseUrl, token }: Emulator, id: string): Promise<Response> {
  return fetch(`${baseUrl}/s3/keys/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
}
