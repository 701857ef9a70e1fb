import type { Operation } from '../../contract';
import { Epochs } from '../domain/epoch';
import { DomainError } from '../domain/errors';
import { S3_OPERATIONS, type S3Operation } from '../domain/s3-operation';
import type { MatchingFault } from './effect';
import { Fault, type FaultHandle } from './fault';
import { type FaultSpec, type FaultView, readFaultSpec } from './spec';

/**
 * The faults of a running emulator. They apply to the requests of all clients, unless `where` selects some. The first one added that applies wins.
 */
export class Faults {
  #active: Fault[] = [];
  #added = 0;
  /** Waits end with the current epoch. */
  readonly #delays = new Epochs();
  readonly #holds = new Epochs();

  /** `chance` returns a random number from 0, and less than 1. `noS3`: reason why no fault can apply to the data plane; undefined: faults can. */
  constructor(
    private readonly chance: () => number,
    private readonly noS3?: string,
  ) {}

  /** Adds a fault. Throws one `invalid` for every problem of it: an unknown member, a value out of range, a member without effect. */
  add(given: FaultSpec): FaultHandle {
    const spec = readFaultSpec(given);
    if (this.noS3 !== undefined && (S3_OPERATIONS as readonly string[]).includes(spec.operation)) {
      throw new DomainError('not_implemented', this.noS3, 'operation');
    }
    this.#added += 1;
    const forget = () => {
      this.#active = this.#active.filter((other) => other !== fault);
    };
    const fault = new Fault(`fault-${this.#added}`, spec, {
      waits: () => ({ delays: this.#delays.current, holds: this.#holds.current }),
      chance: this.chance,
      forget,
    });
    this.#active.push(fault);
    return fault;
  }

  /** All clients' faults that have not been removed, in the order they were added; includes those that apply no more. */
  list(): FaultHandle[] {
    return [...this.#active];
  }

  find(id: string): FaultHandle | undefined {
    return this.#active.find((fault) => fault.id === id);
  }

  /** Removes all faults, including those that other tests added to this emulator. To remove one, use its handle. */
  clear(): void {
    for (const fault of this.#active) fault.remove();
  }

  /** The same as {@link list}. */
  active(): FaultHandle[] {
    return [...this.#active];
  }

  /** All clients' faults that changed no request. A test that expects every fault to apply asserts that there are none. */
  unmet(): FaultHandle[] {
    return this.#active.filter((fault) => fault.met === 0);
  }

  /** Called at a reset or restore: requests that are held or delayed end without effect. */
  end(): void {
    this.#delays.next();
    this.#holds.next();
  }

  /** Called when the emulator begins to stop: requests that are held end without effect, and delays go on. */
  stop(): void {
    this.#holds.next();
    this.#holds.current.end();
  }

  /** Called at the end of the grace period: requests that are delayed end without effect. */
  endDelays(): void {
    this.#delays.next();
    this.#delays.current.end();
  }

  /** Called by the app: returns the fault that matches this request. */
  match(operation: Operation | S3Operation, view: () => FaultView): MatchingFault | undefined {
    return this.#active.find((candidate) => candidate.matches(operation, view, this.chance))?.take();
  }
}
