/** Something that the story wanted to tell is not so. The message is for people: what was expected, and what was found. */
export class ClaimError extends Error {
  override readonly name = 'ClaimError';
}

/** Checks what the story is about to tell. Throws a {@link ClaimError} when it does not hold. */
export function claim(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new ClaimError(otherwise);
}

/** Checks that both are the same as JSON. Throws a {@link ClaimError} that shows them: give it nothing secret. */
export function claimEqual(what: string, found: unknown, expected: unknown): void {
  const [is, shouldBe] = [found, expected].map((value) => JSON.stringify(value));
  claim(is === shouldBe, `${what} should be ${shouldBe}, but is ${is}.`);
}
