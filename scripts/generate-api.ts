import { withAssembly } from './support/assembly';
import { bin, inRoot } from './support/paths';
import { must } from './support/run';

/** Writes `API.md`, the reference of the hand-written constructs, from their doc comments. Gives its path. */
export async function generateApi(path = inRoot('API.md')): Promise<string> {
  await withAssembly((folder) =>
    must(bin('jsii-docgen'), ['--submodule', 'root', '--language', 'typescript', '--output', path], { cwd: folder }),
  );
  return path;
}
