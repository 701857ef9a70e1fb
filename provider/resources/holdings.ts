/* The objects of the service that a state names, and that a destroy at its address deletes (P51). Parts of a plan may be undecided. */

import { isUnknown, type ObjectValue, type Value } from '../../framework';
import type { HeldObject } from '../service/addresses';
import type { Kind } from '../service/known-objects';

/** What an address holds. */
export interface Holdings {
  /** The objects in a state. */
  readonly of: (state: ObjectValue) => readonly HeldObject[];
  /** Those of a state that an update by this plan deletes. */
  readonly deletedBy: (state: ObjectValue, plan: ObjectValue) => readonly HeldObject[];
}

const nothing = () => [];

export const secretHoldings: Holdings = { of: ({ id }) => held('secret', id), deletedBy: nothing };

export const bucketHoldings: Holdings = { of: ({ id }) => held('bucket', id), deletedBy: nothing };

export const pullSecretHoldings: Holdings = {
  of: ({ id, superseded_ids: ids }) => [...held('pull secret', id), ...listed(ids, 'pull secret')],
  deletedBy: nothing,
};

export const accessKeyHoldings: Holdings = {
  of: (state) => [...held('access key', state.id), ...ownSink(state)],
  // A successor (`key-succession.ts`) has another id.
  deletedBy: ({ id }, plan) => (typeof plan.id === 'string' ? [] : held('access key', id)),
};

export const rotatingAccessKeyHoldings: Holdings = {
  of: (state) => [...slots(state), ...undeleted(state), ...ownSink(state)],
  deletedBy: (state, plan) => {
    // Undecided: the oldest key may stay.
    if (plan.previous !== null && !isRecord(plan.previous)) return undeleted(state);
    const kept = new Set([...slots(plan), ...held('secret', plan.secret_id)].map(({ id }) => id));
    return [...undeleted(state), ...slots(state).filter(({ id }) => !kept.has(id))];
  },
};

/** The keys, and the secret that was made for the previous one. */
const slots = ({ current, previous }: ObjectValue): readonly HeldObject[] => [
  ...(isRecord(current) ? held('access key', current.id) : []),
  ...(isRecord(previous) ? [...held('access key', previous.id), ...held('secret', previous.secret_id)] : []),
];

const undeleted = ({ undeleted_ids: keys, undeleted_secret_ids: secrets }: ObjectValue): readonly HeldObject[] => [
  ...listed(keys, 'access key'),
  ...listed(secrets, 'secret'),
];

/** A secret that was made for the key, by name, is deleted with it; one that it was only written to is not. */
const ownSink = ({ store_in: storeIn, secret_id: id }: ObjectValue): readonly HeldObject[] =>
  isRecord(storeIn) && typeof storeIn.secret_name === 'string' ? held('secret', id) : [];

const listed = (ids: Value | undefined, kind: Kind): readonly HeldObject[] =>
  Array.isArray(ids) ? ids.flatMap((id: Value) => held(kind, id)) : [];

const held = (kind: Kind, id: Value | undefined): readonly HeldObject[] =>
  typeof id === 'string' ? [{ kind, id }] : [];

const isRecord = (value: Value | undefined): value is ObjectValue =>
  typeof value === 'object' && value !== null && !isUnknown(value);
