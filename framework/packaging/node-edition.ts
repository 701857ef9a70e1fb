import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderVersion, programName } from './names';

/** The script refuses an older Node than the framework needs. The host shows the user stdout if there is no handshake. */
const banner = (typeName: string) => `#!/usr/bin/env node
if (process.versions.node.localeCompare('22.19', undefined, { numeric: true }) < 0) {
  console.log('The ${typeName} provider needs Node 22.19 or newer, and this is ' + process.versions.node);
  process.exit(1);
}`;

/**
 * Writes the provider as a script for Node to a new folder, with a package.json that prevents the user's own from changing the type of
 * the script. Returns the paths of both.
 */
export function writeNodeEdition(folder: string, of: ProviderVersion, bundle: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const script = join(folder, programName(of));
  const scope = join(folder, 'package.json');
  writeFileSync(script, `${banner(of.typeName)}\n${bundle}`, { mode: 0o755 });
  writeFileSync(scope, '{ "type": "commonjs" }\n');
  return [script, scope];
}
