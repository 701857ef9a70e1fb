import { formatPath, type PathStep } from '../../values/path';

/** The error for a value that does not fit its type. The message names the place and the expected value, never the actual value. */
export class ValueError extends Error {
  override readonly name = 'ValueError';
}

const toStep = (step: PathStep | string | number): PathStep => {
  if (typeof step === 'object') return step;
  return typeof step === 'string' ? { attribute: step } : { index: step };
};

/** The current place in a walk through a value: `enter` before its parts, `at` before each, at the cost of one assignment, `leave` after the last. */
export class Place {
  readonly #steps: (PathStep | string | number)[] = [];
  #depth = 0;

  enter(): void {
    this.#depth++;
  }

  /** @param step the name of an attribute, an index, or a step with a key */
  at(step: PathStep | string | number): void {
    this.#steps[this.#depth - 1] = step;
  }

  leave(): void {
    this.#depth--;
  }

  /** Makes the error for a value at this place that is not `what`, such as `a string`. Keys of maps in its message may be secret. */
  expected(what: string): ValueError {
    const text = formatPath(this.#steps.slice(0, this.#depth).map(toStep));
    return new ValueError(`${text === '' ? 'the value' : text}: ${what} is required`);
  }
}
