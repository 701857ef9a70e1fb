import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withAssembly } from '../../../scripts/constructs/assembly';
import type { Assembly } from '../../../scripts/constructs/go-examples';
import { inRoot } from '../../../scripts/support/paths';

/** Compiling takes seconds, on a busy machine many of them. */
const TIMEOUT_MS = 300_000;

interface Findings {
  readonly assembly: Assembly;
  /** The declarations that TypeScript programs are compiled against. */
  readonly declarations: string;
}

let found: Findings;

beforeAll(async () => {
  found = await withAssembly(async (folder) => ({
    assembly: JSON.parse(await readFile(join(folder, '.jsii'), 'utf8')) as Assembly,
    declarations: await declarationsIn(join(folder, 'lib')),
  }));
}, TIMEOUT_MS);

test('what is internal is in no published type', () => {
  expect(found.declarations).toContain('fromVariable(');
  expect(found.declarations).not.toMatch(/^\s*(?:private |public |readonly |static )*_\w+\??[(:]/m);
  expect(found.declarations).not.toContain('@internal');
});

test('every closed choice is an enum: a constant of its own class compares false in Python and Java', () => {
  const constants = Object.values(found.assembly.types).flatMap(({ fqn, properties = [] }) =>
    properties.filter((each) => each.static && each.type?.fqn === fqn).map(({ name }) => `${fqn}.${name}`),
  );

  expect(constants).toEqual([]);
});

test('parameters have the names of the interface, which type checkers of Python compare', () => {
  const types = { ...dependency('cdktf').types, ...dependency('constructs').types, ...found.assembly.types };
  const parametersOf = (fqn: string, method: string): string[] | undefined =>
    types[fqn]?.methods?.find(({ name }) => name === method)?.parameters?.map(({ name }) => name);

  const overriding = Object.values(found.assembly.types).flatMap(({ fqn, methods = [] }) =>
    methods.flatMap(({ name, overrides }) =>
      overrides === undefined ? [] : [[`${fqn}.${name}`, parametersOf(fqn, name), parametersOf(overrides, name)]],
    ),
  );

  expect(overriding.length).toBeGreaterThan(20);
  expect(overriding.filter(([, ours, theirs]) => JSON.stringify(ours) !== JSON.stringify(theirs))).toEqual([]);
});

const dependency = (name: string): Assembly =>
  JSON.parse(readFileSync(inRoot('node_modules', name, '.jsii'), 'utf8')) as Assembly;

async function declarationsIn(folder: string): Promise<string> {
  const published = (await readdir(folder)).filter((file) => file.endsWith('.d.ts'));
  return (await Promise.all(published.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
}
