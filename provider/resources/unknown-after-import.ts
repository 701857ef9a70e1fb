import { leftUnknown, type PrivateState } from '../../framework';

/** The attributes of the state of an access key, or a rotating one (`current`), that show the place of its secret half. */
interface KeyState {
  readonly store_in?: unknown;
  readonly secret_access_key?: unknown;
  readonly current?: unknown;
}

/** True if state shows that the provider has made the key: after an import, it has neither a secret half nor a sink. */
export function wasMadeHere({ store_in, secret_access_key, current }: KeyState): boolean {
  const half = (current as KeyState | null | undefined)?.secret_access_key ?? secret_access_key;
  return (store_in ?? half ?? null) !== null;
}

/** True if a null `rotation_trigger` in state is unknown since an import, and was not left out: by its import mark, or else {@link wasMadeHere}. */
export const isTriggerUnknown = (state: KeyState, privateState: PrivateState): boolean =>
  leftUnknown(privateState, 'rotation_trigger') ?? !wasMadeHere(state);
