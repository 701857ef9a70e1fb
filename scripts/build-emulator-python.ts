import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tar } from '../framework/packaging/tar';
import { EARLIEST_MS, type Entry, zip } from '../framework/packaging/zip';
import { license } from '../package.json';
import { AUTHOR, EMULATOR_FOR_PYTHON, REPOSITORY_URL, VERSION } from '../projenrc/names';
import { recordOf } from './release/wheel';
import { inRoot } from './support/paths';

const { distName, module } = EMULATOR_FOR_PYTHON;

const SOURCES = inRoot('emulator/testing/python');

/**
 * Builds the package `coffer-emulator` for Python, a wheel and a source archive, into dist/python-emulator (or `folder`). It
 * contains only Python code, so the build needs no Python. Returns the folder.
 */
export async function buildPythonEmulator(folder = inRoot('dist', 'python-emulator')): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writePythonEmulator(folder, EARLIEST_MS);
  return folder;
}

/** Writes both archives into a folder, with one modification time for all their entries. */
export async function writePythonEmulator(folder: string, modifiedMs: number): Promise<void> {
  const [code, readme, licence] = await Promise.all([
    sources(),
    readFile(join(SOURCES, 'README.md')),
    readFile(inRoot('LICENSE')),
  ]);
  const name = `${module}-${VERSION}`;
  const metadata = Buffer.from(`${METADATA}\n${readme}`);
  const info = `${name}.dist-info`;
  const wheel = [
    ...code,
    { name: `${info}/METADATA`, data: metadata },
    { name: `${info}/WHEEL`, data: Buffer.from(WHEEL) },
    { name: `${info}/entry_points.txt`, data: Buffer.from(ENTRY_POINTS) },
    { name: `${info}/licenses/LICENSE`, data: licence },
  ];
  const record = { name: `${info}/RECORD`, data: Buffer.from(recordOf(wheel, `${info}/RECORD`)) };
  await writeFile(join(folder, `${name}-py3-none-any.whl`), await zip([...wheel, record], modifiedMs));

  const source = [
    ...code,
    { name: 'PKG-INFO', data: metadata },
    { name: 'pyproject.toml', data: Buffer.from(PYPROJECT) },
    { name: 'README.md', data: readme },
    { name: 'LICENSE', data: licence },
  ].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  await writeFile(join(folder, `${name}.tar.gz`), gzipSync(tar(source, modifiedMs), { level: 9 }));
}

async function sources(): Promise<readonly Entry[]> {
  const names = (await readdir(join(SOURCES, module))).filter((name) => /\.py$|^py\.typed$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({ name: `${module}/${name}`, data: await readFile(join(SOURCES, module, name)) })),
  );
}

const SUMMARY = "Coffer's local emulator in tests: a fixture for pytest, faults, seeds and S3 credentials.";

const METADATA = `Metadata-Version: 2.4
Name: ${distName}
Version: ${VERSION}
Summary: ${SUMMARY}
Author-email: ${AUTHOR.name} <${AUTHOR.email}>
License-Expression: ${license}
License-File: LICENSE
Project-URL: Source, ${REPOSITORY_URL}
Classifier: Framework :: Pytest
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Typing :: Typed
Requires-Python: >=3.10
Description-Content-Type: text/markdown
`;

const WHEEL = 'Wheel-Version: 1.0\nGenerator: coffer\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The entry point through which pytest finds the fixtures automatically. */
const ENTRY_POINTS = `[pytest11]\n${module} = ${module}.pytest_plugin\n`;

const PYPROJECT = `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "${distName}"
version = "${VERSION}"
description = "${SUMMARY}"
readme = "README.md"
license = "${license}"
license-files = ["LICENSE"]
requires-python = ">=3.10"
authors = [{ name = "${AUTHOR.name}", email = "${AUTHOR.email}" }]
classifiers = ["Framework :: Pytest", "Programming Language :: Python :: 3 :: Only", "Typing :: Typed"]

[project.urls]
Source = "${REPOSITORY_URL}"

[project.entry-points.pytest11]
${module} = "${module}.pytest_plugin"

[tool.setuptools]
packages = ["${module}"]

[tool.setuptools.package-data]
${module} = ["py.typed"]
`;
