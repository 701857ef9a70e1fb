import { formatPath, type PathStep } from '../../path';

/** A value that does not fit its type. The message names the place and what was expected there, never what was found. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

/**
 * The place that a walk through a value has reached.
 *
 * Steps are written over as the walk goes on, so that keeping track costs one assignment for each part.
 */
export class Place {
  readonly #steps: PathStep[] = [];
  #depth = 0;

  enter(): void {
    this.#depth++;
  }

  at(step: PathStep): void {
    this.#steps[this.#depth - 1] = step;
  }

  leave(): void {
    this.#depth--;
  }

  /** An error that says what should be here. */
  expected(what: string): ValueError {
    const text = formatPath(this.#steps.slice(0, this.#depth));
    return new ValueError(`${text === '' ? 'the value' : text}: ${what} is required`);
  }
}
