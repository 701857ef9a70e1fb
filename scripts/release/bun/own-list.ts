import { BUN_COMMIT, BUN_LIBRARIES, type BunLibrary } from './libraries';

/** In Bun's repository, what its build links: `index.ts` imports one file for each library. */
const FOLDER = 'scripts/build/deps';

/** Parts of that list that end in no program: headers of Node, and tools of the build. */
const NOT_LINKED: readonly string[] = ['bootstrap-cmds', 'nodejs-headers'];

/** Reads a file of Bun's repository at {@link BUN_COMMIT}. */
export type ReadOfBun = (path: string) => Promise<string>;

/** Reads from GitHub. Throws if a file cannot be had. */
export const fromGitHub: ReadOfBun = async (path) => {
  const url = `https://raw.githubusercontent.com/oven-sh/bun/${BUN_COMMIT}/${path}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((cause: unknown) => {
    throw new Error(`${url} cannot be reached, so nobody knows what Bun is linked with.`, { cause });
  });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`);
  return response.text();
};

/** Says in what our list of libraries differs from Bun's own. */
export async function faultsOfOwnList(read: ReadOfBun, ours: readonly BunLibrary[] = BUN_LIBRARIES): Promise<string[]> {
  const index = await read(`${FOLDER}/index.ts`);
  const names = [...index.matchAll(/^import \{[^}]+\} from "\.\/([\w-]+)\.ts";$/gm)].map(([, name = '']) => name);
  if (names.length === 0) return [`${FOLDER}/index.ts of Bun imports nothing: it has another form than expected.`];
  const faults = names
    .filter((name) => !NOT_LINKED.includes(name))
    .map(async (name) => faultOf(name, await read(`${FOLDER}/${name}.ts`), ours));
  return (await Promise.all(faults)).flat();
}

/** Compares one file of the list: a library of GitHub by its repository and commit or tag, another by its name. */
function faultOf(name: string, text: string, ours: readonly BunLibrary[]): readonly string[] {
  const [, repository] = /\brepo: "([^"]+)"/.exec(text) ?? [];
  const [, ref] = /^(?:export )?const \w+_(?:COMMIT|VERSION) = "([^"]+)"/m.exec(text) ?? [];
  if (!repository || !ref) {
    const known = ours.some((library) => library.name.toLowerCase().startsWith(name) || library.versionsKey === name);
    return known ? [] : [`Bun is linked with ${name}, which our list leaves out.`];
  }
  const taken = `pkg:github/${repository.toLowerCase()}@`;
  const [found] = ours.filter(({ purl }) => purl.startsWith(taken));
  if (!found) return [`Bun is linked with ${name} of ${repository}, which our list leaves out.`];
  return ours.some(({ purl }) => purl === `${taken}${ref}`)
    ? []
    : [`Bun takes ${name} from ${repository} at ${ref}; our list has ${found.purl.slice(taken.length)}.`];
}

/** The crates of Bun's lock file that come from the registry of Rust, as package URLs: what its own code in Rust is made with. */
export async function cratesOf(read: ReadOfBun): Promise<readonly string[]> {
  const lock = await read('Cargo.lock');
  const crates = [...lock.matchAll(/^name = "([^"]+)"\nversion = "([^"]+)"\nsource = "registry\+/gm)];
  if (crates.length === 0) throw new Error('Cargo.lock of Bun names no crate: it has another form than expected.');
  return crates.map(([, name, version]) => `pkg:cargo/${name}@${version}`);
}
