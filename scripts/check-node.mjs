/*
 * Refuses a Node that is not the one whose hash is kept with the pins: `node scripts/check-node.mjs`, by the Node of the machine, before anything runs on
 * the one that npm brought. That one is fetched by an install script, so it is not in the lock file (internals/decisions/0001-node-from-npm.md).
 * It imports nothing, because what it checks may have changed every package beside it.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { version, sha256 } = JSON.parse(readFileSync(inRoot('projenrc/node-hashes.json'), 'utf8'));
const platform = `${process.platform}-${process.arch}`;
const file = inRoot(`node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
const wanted = sha256[platform];

if (!existsSync(file)) {
  // Nothing was fetched, as with --ignore-scripts: then everything runs on the Node of the machine.
} else if (wanted === undefined) {
  console.error(`Node ${version} for ${platform} is not checked: projenrc/node-hashes.json has no hash of it.`);
} else {
  const got = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (got !== wanted) {
    console.error(
      `${file} is not Node ${version}: its SHA-256 is ${got}, and projenrc/node-hashes.json has ${wanted}. ` +
        'Delete node_modules, and find out which registry it came from. Nothing was run with it.',
    );
    process.exitCode = 1;
  }
}
