import { parseArgs } from 'node:util';
import { makeRelease } from './release/release';
import { main } from './support/main';
import { inRoot } from './support/paths';

/**
 * Builds everything that a release publishes, in dist/release/: `npm run release -- --version X.Y.Z --key FINGERPRINT`.
 *
 * The same commit gives the same bytes. `--key` names an RSA key in gpg's keyring; without it the release is not signed.
 */
main(async () => {
  const { values } = parseArgs({ options: { version: { type: 'string' }, key: { type: 'string' } } });
  const { version, key } = values;
  if (version === undefined) throw new Error('Which version? npm run release -- --version X.Y.Z [--key FINGERPRINT]');
  const folder = inRoot('dist', 'release');
  await makeRelease({ version, folder, ...(key !== undefined && { key }) });
  if (key === undefined)
    process.stderr.write('Not signed: no --key was named. Registries take signed releases only.\n');
  console.log(folder);
});
