import { leftUnknown } from '../../framework/import-marks';
import type { PrivateState } from '../../framework/private-state';

/** Parts of a key's state that tell where its secret half is. */
interface KeyState {
  readonly store_in?: unknown;
  readonly secret_access_key?: unknown;
  readonly current?: unknown;
}

/** Whether we made a key: an import knows neither its secret half nor a secret that holds it. */
export function wasMadeHere({ store_in, secret_access_key, current }: KeyState): boolean {
  const half = (current as KeyState | null | undefined)?.secret_access_key ?? secret_access_key;
  return (store_in ?? half ?? null) !== null;
}

/** Whether a `rotation_trigger` of null is unknown, and not one that was left out. */
export const isTriggerUnknown = (state: KeyState, privateState: PrivateState): boolean =>
  leftUnknown(privateState, 'rotation_trigger') ?? !wasMadeHere(state);
