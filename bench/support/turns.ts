/**
 * Yields every contender once per round, from 0, so that noise of the machine affects all of them. The order is reversed from round to
 * round, so that none always follows the same one. Shows the turn as one changing line on stderr, if that is a terminal.
 */
export function* takingTurns<T extends { readonly label: string }>(
  work: string,
  contenders: readonly T[],
  rounds: number,
): Generator<{ readonly contender: T; readonly round: number }> {
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
        showProgress(`${work}, round ${round + 1}: ${contender.label}`);
        yield { contender, round };
      }
    }
  } finally {
    showProgress('');
  }
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
