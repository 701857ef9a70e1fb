import { parseJson } from '../../contract/formats/json';
import { isFromThisMachine } from '../control/api/access';
import type { Control } from '../control/control';
import type { AdminPort, ControlPort, FaultsPort } from '../dashboard/ports';
import { isSame } from '../domain/compare';
import type { TokenStore } from '../domain/stores';
import type { Faults } from '../faults/faults';
import type { FaultSpec } from '../faults/spec';
import { dialects } from '../settings/knobs';
import { type BehaviourChange, choicesOf, knobFields, lagFields, type Settings } from '../settings/settings';
import type { VirtualClock } from '../system/clock';

/** The dashboard's view of faults. What it sends is whatever was entered: the faults themselves judge it. */
export function toFaultsPort(faults: Faults): FaultsPort {
  return {
    list: () => faults.list(),
    add: (fault) => void faults.add(fault as unknown as FaultSpec),
    clear: () => faults.clear(),
    parseJson,
  };
}

/** The dashboard's view of the control of tests. The dashboard is one of its parts, so that it comes later. */
export function toControlPort(
  clock: VirtualClock,
  settings: Settings,
  refused: ControlPort['refused'],
  control: () => Control,
): ControlPort {
  return {
    clock,
    settings: {
      read: () => {
        const { knobs, lag, ...others } = settings.read();
        return { ...others, knobs: { ...knobs }, lag: { ...lag } };
      },
      dialects: Object.fromEntries(Object.entries(dialects).map(([name, knobs]) => [name, { ...knobs }])),
      knobs: choicesOf(knobFields),
      lag: choicesOf(lagFields),
      // Judged there, like what comes over HTTP.
      change: (change) => settings.change(change as BehaviourChange),
    },
    refused,
    reset: () => control().reset(),
    snapshot: () => control().snapshot(),
    restore: (snapshot) => control().restore(snapshot),
  };
}

/** The dashboard's view of the admin. */
export function toAdminPort(adminToken: string | undefined, tokens: Pick<TokenStore, 'projectIds'>): AdminPort {
  return {
    hasToken: adminToken !== undefined,
    isToken: (token) => adminToken !== undefined && isSame(token, adminToken),
    caller: {
      get projectIds() {
        return tokens.projectIds();
      },
    },
    isFromThisMachine,
  };
}
