import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inRoot } from '../scripts/support/paths';
import config from '../vitest.config.mjs';

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

/** Projects that rerun files of others: on the twin of the library, over a cluster, and on the files that a release publishes. */
const AGAIN = ['twin', 'twin-deploy', 'garage', 'release'];

const projects = (config.test?.projects ?? []).map((each) => (each as { test: Project }).test);
/** Supports `**`, `*` and `{a,b}`; the patterns of the projects use no others. */
const toPattern = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll('**', '.+')
      .replaceAll(/(?<![+.)])\*/g, '[^/]*')
      .replaceAll('{', '(?:')
      .replaceAll(',', '|')
      .replaceAll('}', ')')}$`,
  );
const matchers = new Map(
  projects.flatMap(({ include, exclude = [] }) =>
    [...include, ...exclude].map((glob) => [glob, toPattern(glob)] as const),
  ),
);
const matches = (file: string, globs: readonly string[]) => globs.some((glob) => matchers.get(glob)?.test(file));
const files = readdirSync(inRoot('test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
  .map((name) => `test/${name}`);

const projectsOf = (file: string) =>
  projects.filter(({ include, exclude = [] }) => matches(file, include) && !matches(file, exclude));

it('every test file belongs to one project, but for those that run again elsewhere', () => {
  const wrong = files.flatMap((file) => {
    const all = projectsOf(file).map(({ name }) => name);
    const own = all.length === 1 ? all : all.filter((name) => !AGAIN.includes(name));
    return own.length === 1 ? [] : [{ file, all }];
  });

  expect(files.length).toBeGreaterThan(390);
  expect(wrong).toEqual([]);
});

it('every pattern of the files that start processes matches one', () => {
  const { include = [] } = projects.find(({ name }) => name === 'processes') ?? {};

  expect(include.filter((glob) => !files.some((file) => matches(file, [glob])))).toEqual([]);
});

it('nothing in this project can start a process', () => {
  expect(() => spawn('true')).toThrow('A test of this process starts true');
});
