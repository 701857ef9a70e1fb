/** A claim of the story does not hold. The message, for people, says what was expected and what was found. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError';
}

/** Checks a claim of the story. Throws a {@link ClaimError} if it does not hold. */
export function claim(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ClaimError(otherwise);
}

/** Checks that both are the same as JSON. Throws a {@link ClaimError} that shows them, so pass no secrets. */
export function claimEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [found, expected].map((value) => JSON.stringify(value));
  claim(is === shouldBe, `${what} should be ${shouldBe}, but is ${is}.`);
}
