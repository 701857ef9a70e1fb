import { DomainError } from '../domain/errors';
import type { Rely } from '../domain/rules';
import type { Knobs } from './knobs';

export type Assumption = keyof Knobs;

/** Response header with the names of those knobs. */
export const ASSUMPTION_HEADER = 'x-coffer-assumption';

/** Knobs that decide what happens, not only how a response looks: a client that needs any of these relies on what nobody has promised. */
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
  'unknownFields',
]);

/** Records the knobs that a response of the service depends on (E3): those passed to {@link rely} while it is created. */
export class Assumptions {
  #noted: Assumption[] | undefined;

  /** @param isInterfaceOnly whether a response that depends on a deciding knob is 501 instead */
  constructor(
    private readonly knobs: Knobs,
    private readonly isInterfaceOnly: () => boolean,
  ) {}

  /** Returns the knob's value. Within {@link during} the response depends on it from then on, or is 501. */
  readonly rely: Rely<Knobs> = (name) => {
    // Outside of a response nothing is recorded: the dashboard shows what the emulator does, whichever knob decides it.
    return this.#noted === undefined ? this.knobs[name] : this.of(this.#noted)(name);
  };

  /** {@link rely} for one response: records in `noted`, whenever it is called. */
  of(noted: Assumption[]): Rely<Knobs> {
    return (name) => {
      if (!noted.includes(name)) {
        noted.push(name);
        // Sorted by name: the order of the calls means nothing to a client.
        noted.sort();
      }
      if (DECIDING.has(name) && this.isInterfaceOnly()) throw notShown(name);
      return this.knobs[name];
    };
  }

  /** Records in `noted` the knobs that `work` relies on. Not for asynchronous work: requests would mix. */
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
