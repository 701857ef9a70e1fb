import type { Dialect } from '../../../../emulator';
import type { Dice } from '../../../support/dice';

/** Objects of every kind, each of which one apply creates, changes or deletes. */
export interface MixedStack {
  readonly dialect: Dialect;
  readonly provider: object;
  /** The configuration before that apply, and with it, in Terraform's JSON. */
  readonly before: object;
  readonly after: object;
  readonly size: number;
}

type Step = 'create' | 'update' | 'delete';

/** One kind: the blocks of the nth object, before and after an update. */
type Blocks = Readonly<Record<string, object>>;
type Kind = (nth: number, version: '1' | '2') => Blocks;

const BUCKET = `\${coffer_bucket.base.id}`;
const permissions = { read: true };
const one = (type: string, name: string, values: object): Blocks => ({ [`resource.${type}.${name}`]: values });

const key =
  (type: string, storeIn?: (nth: number) => object): Kind =>
  (nth, version) =>
    one(type, `${storeIn ? storeIn.name : 'plain'}_${nth}`, {
      ...{ bucket_ids: [BUCKET], permissions, rotation_trigger: { on: version } },
      ...(storeIn && { store_in: storeIn(nth) }),
    });

const byName = (nth: number) => ({ secret_name: `sink-${nth}`, format: 'json' });
const byId = (nth: number) => ({ secret_id: `\${coffer_secret.held_${nth}.id}` });
const held = (nth: number) =>
  one('coffer_secret', `held_${nth}`, { name: `held-${nth}`, value_wo: 'held', value_wo_version: '1' });

const KINDS: readonly Kind[] = [
  (nth, version) =>
    one('coffer_secret', `s_${nth}`, { name: `s-${nth}`, value_wo: version, value_wo_version: version }),
  (nth, version) =>
    one('coffer_pull_secret', `p_${nth}`, {
      ...{ server: 'registry.example', username: `octo-${nth}` },
      ...{ password_wo: version, password_wo_version: version },
    }),
  (nth, version) =>
    one('coffer_bucket', `b_${nth}`, { max_size: (version === '1' ? 1000 : 2000) + nth, description: `bucket ${nth}` }),
  key('coffer_access_key'),
  key('coffer_access_key', byName),
  (nth, version) => ({ ...held(nth), ...key('coffer_access_key', byId)(nth, version) }),
  key('coffer_rotating_access_key'),
  key('coffer_rotating_access_key', byName),
  (nth, version) => ({
    [`ephemeral.coffer_access_key.e_${nth}`]: { bucket_ids: [BUCKET], permissions },
    ...one('coffer_secret', `e_${nth}`, {
      ...{ name: `e-${nth}`, value_wo: `\${ephemeral.coffer_access_key.e_${nth}.secret_access_key}` },
      value_wo_version: version,
    }),
  }),
];

/** Draws eight to twelve objects. */
export function drawStack(dice: Dice): MixedStack {
  const isFull = dice.roll(2) === 0;
  const base = one('coffer_bucket', 'base', { max_size: 1_000_000, description: 'base' });
  const drawn = Array.from({ length: 8 + dice.roll(5) }, (_, nth) => ({
    nth,
    kind: KINDS[dice.roll(KINDS.length)] as Kind,
    step: dice.pick<Step>(['create', 'create', 'update', 'delete']),
  }));
  const of = (step: Step, version: '1' | '2') =>
    drawn.filter((each) => each.step === step).map(({ nth, kind }) => kind(nth, version));
  return {
    dialect: isFull ? 'extended' : dice.pick<Dialect>(['conventional', 'minimal', 'enveloped']),
    provider: isFull ? { pull_secret_api: 'full' } : {},
    before: merged([base, ...of('update', '1'), ...of('delete', '1')]),
    after: merged([base, ...of('update', '2'), ...of('create', '1')]),
    size: drawn.length,
  };
}

/** Blocks by their place: `resource.TYPE.NAME` to nested objects. */
function merged(all: readonly Blocks[]): object {
  const root: Record<string, Record<string, Record<string, object>>> = {};
  for (const [place, values] of all.flatMap((blocks) => Object.entries(blocks))) {
    const [block = '', type = '', name = ''] = place.split('.');
    root[block] ??= {};
    const types = root[block];
    types[type] ??= {};
    types[type][name] = values;
  }
  return { data: { coffer_access_keys: { all: {} } }, ...root };
}
