import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withAssembly } from '../../scripts/support/assembly';
import { bin, inRoot } from '../../scripts/support/paths';
import { must, run } from '../../scripts/support/run';

/** Compiling takes seconds, and many of them on a busy machine. */
const TIMEOUT_MS = 300_000;

/** What an assembly says of a type. */
interface Type {
  readonly fqn: string;
  readonly kind: string;
  readonly docs?: { readonly example?: string };
}

interface Findings {
  readonly reference: string;
  readonly strict: { readonly code: number; readonly output: string };
  readonly tablet: string;
  readonly assembly: { readonly types: Readonly<Record<string, Type>> };
}

let found: Findings;

beforeAll(async () => {
  found = await withAssembly(async (folder) => {
    await must(bin('jsii-docgen'), ['-s', 'root', '-l', 'typescript', '-o', join(folder, 'made.md')], { cwd: folder });
    const strict = await run(bin('jsii-rosetta'), ['extract', '--strict', '.'], { cwd: folder });
    const [reference = '', tablet = '', assembly = ''] = await Promise.all(
      ['made.md', '.jsii.tabl.json', '.jsii'].map((file) => readFile(join(folder, file), 'utf8')),
    );
    return { reference, strict, tablet, assembly: JSON.parse(assembly) };
  });
}, TIMEOUT_MS);

test('every example of the README and of doc comments compiles in the strict mode of jsii-rosetta', () => {
  expect(found.strict).toMatchObject({ code: 0 });
  for (const part of ['grantRead(reader)', 'new MaxQuota(', 'CofferFunctions.parseSize', 'pull_secret_id']) {
    expect(found.tablet).toContain(part);
  }
});

test('every public class has an example', () => {
  const classes = Object.values(found.assembly.types).filter(({ kind }) => kind === 'class');
  const written = classes.filter(({ fqn }) => !fqn.startsWith('cdktf-coffer.l1.'));

  expect(written.length).toBeGreaterThan(20);
  expect(written.filter(({ docs }) => docs?.example === undefined).map(({ fqn }) => fqn)).toEqual([]);
});

test('API.md is what the doc comments say: npm run generate', async () => {
  expect(found.reference).toBe(await readFile(inRoot('API.md'), 'utf8'));
});

test('every member of the hand-written constructs has a description', () => {
  const without = [...found.reference.matchAll(/href="#cdktf-coffer\.([^"]+)".*\*No description\.\*/g)];
  const names = without.map(([, name = '']) => name);

  expect(names).toContain('CofferProvider.resetToken');
  // What comes from cdktf and constructs, and what the provider has of the generated class.
  const inherited = /\.parameter\.(scope|id|props)$|^I\w+\.property\.fqn$|^CofferProvider\./;
  expect(names.filter((name) => !inherited.test(name))).toEqual([]);
});
