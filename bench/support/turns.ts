/** One contender's turn. */
export interface Turn<T> {
  readonly contender: T;
  /** From 0. */
  readonly round: number;
}

/**
 * Yields every contender once per round, so that noise of the machine affects all of them. The order is reversed from round to
 * round, so that none always follows the same one.
 *
 * @param onTurn called with each turn before it is yielded
 */
export function* takingTurns<T>(
  contenders: readonly T[],
  rounds: number,
  onTurn: (turn: Turn<T>) => void = () => undefined,
): Generator<Turn<T>> {
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const turn = { contender, round };
      onTurn(turn);
      yield turn;
    }
  }
}
