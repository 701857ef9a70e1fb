import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { withAssembly } from '../../../scripts/constructs/assembly';
import { type Example, examplesIn } from '../../../scripts/constructs/examples';
import type { Assembly } from '../../../scripts/constructs/go-examples';
import { inRoot } from '../../../scripts/support/paths';

/** Compiling takes seconds, on a busy machine many of them. */
const TIMEOUT_MS = 300_000;

interface Findings {
  readonly assembly: Assembly;
  readonly examples: readonly Example[];
  readonly inGo: readonly Example[];
  /** The declarations that TypeScript programs are compiled against. */
  readonly declarations: string;
}

let found: Findings;

// All examples have to compile in the strict mode of jsii-rosetta.
beforeAll(async () => {
  found = await withAssembly(async (folder) => ({
    assembly: JSON.parse(await readFile(join(folder, '.jsii'), 'utf8')) as Assembly,
    examples: await examplesIn(folder, '$'),
    inGo: await examplesIn(folder, 'go'),
    declarations: await declarationsIn(join(folder, 'lib')),
  }));
}, TIMEOUT_MS);

test('what is internal is in no published type', () => {
  expect(found.declarations).toContain('fromVariable(');
  expect(found.declarations).not.toMatch(/^\s*(?:private |public |readonly |static )*_\w+\??[(:]/m);
  expect(found.declarations).not.toContain('@internal');
});

test('every public class has an example', () => {
  const written = Object.values(found.assembly.types).filter(({ kind, namespace }) => kind === 'class' && !namespace);

  expect(written.length).toBeGreaterThan(20);
  expect(written.filter(({ docs }) => docs?.example === undefined).map(({ fqn }) => fqn)).toEqual([]);
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

test('every parameter of a method has its text, in every language', () => {
  const parameters = Object.values(found.assembly.types)
    .filter(({ namespace }) => !namespace)
    .flatMap(({ name: type, methods = [] }) =>
      methods.flatMap(({ name: method, parameters: all = [] }) =>
        all.map(({ name, docs }) => [`${type}.${method}(${name})`, docs?.summary] as const),
      ),
    );

  expect(parameters.length).toBeGreaterThan(150);
  expect(parameters.filter(([, text]) => text === undefined).map(([parameter]) => parameter)).toEqual([]);
});

test('every example has a translation, and that into Go is one that Go can compile', () => {
  const go = found.inGo.map(({ code }) => code).join('\n');

  expect(found.inGo.map(({ of }) => of)).toEqual(found.examples.map(({ of }) => of));
  expect(go).toContain('coffer.NewRequireRotation(nil)');
  expect(go).toContain('assets.GrantRead(key)');
  expect(go).toContain('Value: archive.Alias(),');
  expect(go).not.toMatch(/&[A-Z]\w*\{|\]\*?[A-Z]\w*\{|: (\[\]|map\[)\S+\{$(?<!^\t*"[^\n]*)/m);
});

const dependency = (name: string): Assembly =>
  JSON.parse(readFileSync(inRoot('node_modules', name, '.jsii'), 'utf8')) as Assembly;

async function declarationsIn(folder: string): Promise<string> {
  const published = (await readdir(folder)).filter((file) => file.endsWith('.d.ts'));
  return (await Promise.all(published.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
}
