/** Values to choose from, by name. */
export type Choices = Readonly<Record<string, readonly unknown[]>>;

/** One choice for each name. */
export type Mix = Record<string, unknown>;

interface Pair {
  readonly one: readonly [name: string, value: unknown];
  readonly other: readonly [name: string, value: unknown];
}

/**
 * A small set of mixes in which every two values of two different names occur together at least once. Greedy: each mix starts
 * with an uncovered pair and takes, name by name, the value that covers most of the other pairs. Deterministic.
 */
export function pairwise(choices: Choices): Mix[] {
  const names = Object.keys(choices);
  let open = pairsOf(choices);
  const mixes: Mix[] = [];
  for (let [start] = open; start !== undefined; [start] = open) {
    const mix: Mix = Object.fromEntries([start.one, start.other]);
    for (const name of names) if (!(name in mix)) mix[name] = bestOf(name, choices[name] ?? [], mix, open);
    mixes.push(mix);
    open = open.filter((pair) => !meetIn(mix, pair));
  }
  return mixes;
}

/** Every two values of two different names. */
export function pairsOf(choices: Choices): Pair[] {
  const names = Object.keys(choices);
  return names.flatMap((one, index) =>
    names
      .slice(index + 1)
      .flatMap((other) =>
        (choices[one] ?? []).flatMap((value) =>
          (choices[other] ?? []).map((second): Pair => ({ one: [one, value], other: [other, second] })),
        ),
      ),
  );
}

export const meetIn = (mix: Mix, { one, other }: Pair) => mix[one[0]] === one[1] && mix[other[0]] === other[1];

function bestOf(name: string, values: readonly unknown[], mix: Mix, open: readonly Pair[]): unknown {
  const scores = values.map((value) => {
    const grown = { ...mix, [name]: value };
    return open.filter((pair) => meetIn(grown, pair)).length;
  });
  return values[scores.indexOf(Math.max(...scores))];
}
