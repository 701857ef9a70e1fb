import { PLATFORMS } from '../../../framework/packaging/platforms';
import { sumOf } from '../checksums';
import { archiveName } from '../names';
import { namesIn, SBOM_FOLDER, sbomName } from '../sbom/write';
import { type Bill, type Check, exists, type Folder, inFolder, jsonIn, oncePerFile } from './folder';

/** Checks that every artefact has its own bill of materials, and that those of the provider include the runtime. */
export const checkSboms: Check = async (folder) => {
  const faults: string[] = [];
  for (const artefact of await artefactsOf(folder)) {
    const name = `${SBOM_FOLDER}/${sbomName(artefact)}`;
    if (!(await exists(inFolder(folder, name)))) {
      faults.push(`${name} is missing`);
      continue;
    }
    const { bomFormat, metadata, components } = await jsonIn<Bill>(folder, name);
    const { version, hashes: [hash] = [] } = metadata.component;
    const file = inFolder(folder, artefact);
    if (bomFormat !== 'CycloneDX' || version !== folder.version) faults.push(`${name} is not about ${folder.version}`);
    if (hash && hash.content !== (await oncePerFile('sum', file, () => sumOf(file))))
      faults.push(`${name} is about another file`);
    const names = components.map((component) => component.name);
    if (artefact.endsWith('.zip') && !['bun', 'BoringSSL', 'undici'].every((part) => names.includes(part))) {
      faults.push(`${name} leaves out the run-time, a library of it or a bundled package`);
    }
    if (!metadata.authors?.length || !metadata.supplier || !metadata.tools)
      faults.push(`${name} does not say who wrote it, who supplies the artefact, and with which tools`);
    for (const component of components.filter(({ supplier }) => !supplier?.name))
      faults.push(`${name} names no supplier of ${component.name}`);
    const packages = components.filter(({ purl }) => /^pkg:(npm|deb)\//.test(purl ?? ''));
    for (const component of artefact.endsWith('.zip') ? packages.filter(({ hashes }) => !hashes?.length) : [])
      faults.push(`${name} has no hash of ${component.name} ${component.version}`);
    for (const component of components.filter(({ version: release, purl }) => !/\d/.test(release) || !purl)) {
      faults.push(`${name}: nobody can look up ${component.name} ${component.version}: it has no version or no purl`);
    }
  }
  return faults;
};

async function artefactsOf(folder: Folder): Promise<readonly string[]> {
  const packages = await namesIn(folder.path, {
    npm: /\.tgz$/,
    pypi: /\.(whl|tar\.gz)$/,
    maven: /[^-]\b\d+\.\d+\.\d+[^/]*(?<!-sources|-javadoc)\.jar$/,
    go: /^[^/]+$/,
    dotnet: /^[^/]+$/,
  });
  return [...PLATFORMS.map((platform) => archiveName(folder.version, platform)), ...packages];
}
