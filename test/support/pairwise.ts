/** Values to choose from, by name. */
type Choices = Readonly<Record<string, readonly unknown[]>>;

/** One choice for some names. */
type Mix = Record<string, unknown>;

interface Pair {
  readonly one: readonly [name: string, value: unknown];
  readonly other: readonly [name: string, value: unknown];
}

/**
 * A small set of mixes, each with one choice for every name, in which every two values of two different names occur together at least
 * once. Greedy: each mix starts with an uncovered pair and takes, name by name, the value that covers most of the other pairs.
 * Deterministic.
 */
export function pairwise<All extends object>(choices: { readonly [Name in keyof All]: readonly All[Name][] }): All[] {
  const byName = choices as Choices;
  let open = pairsOf(byName);
  const mixes: Mix[] = [];
  for (let [start] = open; start !== undefined; [start] = open) {
    const mix: Mix = Object.fromEntries([start.one, start.other]);
    for (const [name, values] of Object.entries(byName))
      if (!(name in mix)) mix[name] = bestOf(name, values, mix, open);
    mixes.push(mix);
    open = open.filter((pair) => !meetIn(mix, pair));
  }
  return mixes as All[];
}

/** Every two values of two different names. */
function pairsOf(choices: Choices): Pair[] {
  const all = Object.entries(choices).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return all.flatMap((one, index) =>
    all.slice(index + 1).flatMap((other) => (other[0] === one[0] ? [] : [{ one, other }])),
  );
}

const meetIn = (mix: Mix, { one, other }: Pair) => mix[one[0]] === one[1] && mix[other[0]] === other[1];

function bestOf(name: string, values: readonly unknown[], mix: Mix, open: readonly Pair[]): unknown {
  const scores = values.map((value) => {
    const grown = { ...mix, [name]: value };
    return open.filter((pair) => meetIn(grown, pair)).length;
  });
  return values[scores.indexOf(Math.max(...scores))];
}
