import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { untar } from '../../../framework/packaging/tar';
import { unzip } from '../../../framework/packaging/zip';
import type { Component } from './components';

/** The dependencies that a package declares, read from the package itself. */
export async function requirementsOf(file: string): Promise<readonly Component[]> {
  const data = await readFile(file);
  if (file.endsWith('.tgz')) return npmRequirements(inTar(data, /^package\/package\.json$/));
  if (file.endsWith('.whl'))
    return pythonRequirements(textOf(unzip(data).find(({ name }) => name.endsWith('METADATA'))));
  if (file.endsWith('.tar.gz')) return pythonRequirements(inTar(data, /^[^/]+\/PKG-INFO$/));
  if (file.endsWith('.pom')) return mavenRequirements(data.toString());
  if (file.endsWith('go.mod')) return goRequirements(data.toString());
  return nugetRequirements(data.toString());
}

const inTar = (data: Buffer, name: RegExp) => textOf(untar(gunzipSync(data)).find((entry) => name.test(entry.name)));

const textOf = (entry: { readonly data: Buffer } | undefined) => entry?.data.toString() ?? '';

const library = (name: string, version: string, purl: string): Component => ({
  type: 'library',
  name,
  version,
  purl,
  license: 'several: see the package',
});

function npmRequirements(manifest: string): readonly Component[] {
  const { dependencies = {}, peerDependencies = {} } = JSON.parse(manifest) as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >;
  return Object.entries({ ...dependencies, ...peerDependencies }).map(([name, version]) =>
    library(name, version, `pkg:npm/${name.replace('@', '%40')}`),
  );
}

const pythonRequirements = (metadata: string) =>
  [...metadata.matchAll(/^Requires-Dist: (\S+?)\s*([<>=!~(].*)$/gm)].map(([, name = '', version = '']) =>
    library(name, version, `pkg:pypi/${name}`),
  );

const goRequirements = (module: string) =>
  [...module.matchAll(/^\s+(\S+) (v\S+)/gm)].map(([, name = '', version = '']) =>
    library(name, version, `pkg:golang/${name}@${version}`),
  );

const mavenRequirements = (pom: string) =>
  [...pom.matchAll(/<groupId>([^<]+)<\/groupId>\s*<artifactId>([^<]+)<\/artifactId>\s*<version>([^<]+)<\/version>/g)]
    .filter(([, group]) => group !== 'dev.coffer' && group !== 'org.apache.maven.plugins')
    .map(([, group = '', name = '', version = '']) =>
      library(`${group}:${name}`, version, `pkg:maven/${group}/${name}@${encodeURIComponent(version)}`),
    );

const nugetRequirements = (project: string) =>
  [...project.matchAll(/<PackageReference Include="([^"]+)" Version="([^"]+)"/g)].map(([, name = '', version = '']) =>
    library(name, version, `pkg:nuget/${name}`),
  );
