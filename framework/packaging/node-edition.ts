import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderVersion, programName, programPrefix } from './names';

/** Name of the file with the provider's code. Terraform searches the package for an executable with the prefix of all providers. */
const CODE = 'provider.mjs';

/**
 * The script that Node runs. To compile the code takes longer than the rest of a start, so V8's result is kept for the next process, in
 * the user's cache folder and never in the package, whose hash Terraform checks. Node compares an entry with the code and ignores one of
 * another version. It runs what is in the folder, which therefore has to belong to this account alone, which is not checked on Windows;
 * otherwise, as where nothing can be written, each start compiles. `NODE_DISABLE_COMPILE_CACHE=1` has the same effect.
 *
 * The script refuses an older Node than the framework needs. The host shows the user stdout if there is no handshake.
 */
const script = ({ typeName }: ProviderVersion, cacheName: string) => `#!/usr/bin/env node
'use strict';
if (process.versions.node.localeCompare('22.19', undefined, { numeric: true }) < 0) {
  console.log('The ${typeName} provider needs Node 22.19 or newer, and this is ' + process.versions.node);
  process.exit(1);
}
const { lstatSync, mkdirSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { isAbsolute, join } = require('node:path');

function cacheFolder({ HOME, LOCALAPPDATA, XDG_CACHE_HOME }) {
  if (process.platform === 'win32') return LOCALAPPDATA;
  return XDG_CACHE_HOME || (HOME && join(HOME, process.platform === 'darwin' ? 'Library/Caches' : '.cache'));
}

const parent = cacheFolder(process.env);
if (parent && isAbsolute(parent)) {
  try {
    const folder = join(parent, '${cacheName}');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stats = lstatSync(folder);
    const isOwn = process.platform === 'win32' || (stats.uid === process.geteuid() && (stats.mode & 0o022) === 0);
    if (stats.isDirectory() && isOwn) enableCompileCache(folder);
  } catch {}
}
import('./${CODE}');
`;

/**
 * Writes a script for Node, which Terraform cannot start on Windows, the code that it runs, `bundle`, and a package.json that makes the script
 * CommonJS, whatever the user's own says. Makes the folder. Returns their paths, in this order.
 */
export function writeNodeEdition(folder: string, of: ProviderVersion, bundle: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string, mode: number) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode });
    return file;
  };
  return [
    write(programName(of), script(of, programPrefix(of)), 0o755),
    write(CODE, bundle, 0o644),
    write('package.json', '{ "type": "commonjs" }\n', 0o644),
  ];
}
