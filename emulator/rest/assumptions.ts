import { DomainError } from '../domain/errors';
import type { Knobs } from './knobs';

/** Name of a knob on which an answer rests. */
export type Assumption = keyof Knobs;

/** The header that names them. */
export const ASSUMPTION_HEADER = 'x-coffer-assumption';

/**
 * Knobs that decide what happens, not only how an answer looks. Every client has to read answers in one form or another; one
 * that needs any of these relies on what nobody promised.
 */
const DECIDING: ReadonlySet<Assumption> = new Set<Assumption>([
  'takenName',
  'listScope',
  'omittedDescription',
  'clearsDescription',
  'pullSecretApi',
  'deleteUnknown',
  'deleteNonEmpty',
  'cannedAcl',
  'serverSideEncryption',
]);

/**
 * Notes on which knobs an answer of the API rests (E3): on those that were read while it was made.
 *
 * So whoever reads a knob does so only where it makes a difference, and a deciding one before anything is changed.
 */
export class Assumptions {
  /** The knobs, for all who answer requests. */
  readonly knobs: Knobs;
  #noted: Assumption[] | undefined;

  /** @param isInterfaceOnly whether an answer may not rest on a deciding knob; it is then 501 */
  constructor(knobs: Knobs, isInterfaceOnly: () => boolean) {
    this.knobs = new Proxy(knobs, {
      get: (target, name: Assumption) => {
        // Outside of an answer nobody relies on it: the dashboard shows what the emulator does, whatever decides it.
        if (this.#noted === undefined) return target[name];
        if (!this.#noted.includes(name)) this.#noted.push(name);
        if (DECIDING.has(name) && isInterfaceOnly()) throw notShown(name);
        return target[name];
      },
    });
  }

  /** Notes in `noted` what `work` reads. Not for work that waits: requests would mix. */
  during<T>(noted: Assumption[], work: () => T): T {
    const before = this.#noted;
    this.#noted = noted;
    try {
      return work();
    } finally {
      this.#noted = before;
    }
  }
}

function notShown(name: Assumption): DomainError {
  const says = `The interface does not show what this does: the knob "${name}" decides it, and --interface-only refuses that.`;
  return new DomainError('not_in_interface', says);
}
