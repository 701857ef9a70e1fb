import { version } from '@cdktf/provider-generator/package.json';
import { bin, inRoot, ROOT } from '../support/paths';
import { must } from '../support/run';
import { makeOnce } from '../support/stamp';

const [GENERATOR, FOLDER] = ['scripts/generate-l1.ts', 'src/l1'] as const;

/** Makes the low-level constructs, `src/l1/`, if they are not up to date with the schema of the provider. */
export async function makeLowLevel(): Promise<void> {
  // Imported here, because it imports the provider, which a clone may lack.
  const { printSchema } = await import('./schema');
  await makeOnce(
    {
      stamp: inRoot('build/l1.stamp'),
      folders: [inRoot(FOLDER)],
      sources: [GENERATOR],
      conditions: [version, printSchema()],
    },
    async () => {
      await must(bin('tsx'), [inRoot(GENERATOR), inRoot(FOLDER)], { cwd: ROOT });
    },
  );
}
