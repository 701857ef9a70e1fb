import { DomainError } from '../domain/errors';
import type { Rely } from '../domain/rules';
import type { Knobs } from './knobs';

/** Name of a knob on which a response rests. */
export type Assumption = keyof Knobs;

/** The header that names them. */
export const ASSUMPTION_HEADER = 'x-coffer-assumption';

/**
 * Knobs that decide what happens, not only how a response looks. Every client has to read responses in one form or another; one
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

/** Records on which knobs a response of the service depends (E3): on those that were named to {@link rely} while it was made. */
export class Assumptions {
  #noted: Assumption[] | undefined;

  /** @param isInterfaceOnly whether a response may not depend on a deciding knob; it is then 501 */
  constructor(
    private readonly knobs: Knobs,
    private readonly isInterfaceOnly: () => boolean,
  ) {}

  /** Returns how the knob stands. Within {@link during} the response depends on it from then on, or is 501. */
  readonly rely: Rely<Knobs> = (name) => {
    // Outside of a response nobody relies on it: the dashboard shows what the emulator does, whatever decides it.
    return this.#noted === undefined ? this.knobs[name] : this.of(this.#noted)(name);
  };

  /** {@link rely} of one response, recorded in `noted` whenever it is called. */
  of(noted: Assumption[]): Rely<Knobs> {
    return (name) => {
      if (!noted.includes(name)) {
        noted.push(name);
        // By name: the order in which code asks says nothing to a client.
        noted.sort();
      }
      if (DECIDING.has(name) && this.isInterfaceOnly()) throw notShown(name);
      return this.knobs[name];
    };
  }

  /** Records in `noted` what `work` relies on. Not for work that waits: requests would mix. */
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
