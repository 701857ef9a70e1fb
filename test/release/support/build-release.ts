import { version } from '../../../package.json';
import { makeRelease } from '../../../scripts/release/release';
import { inRoot } from '../../../scripts/support/paths';
import { makeOnce } from '../../../scripts/support/stamp';
import { signRelease, ThrowAwayKey } from '../../real/support/throw-away-key';

/** Everything that a release is made of. */
const SOURCES = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'contract',
  'emulator',
  'framework',
  'package-lock.json',
  'package.json',
  'projenrc/names.ts',
  'provider',
  'rosetta',
  'scripts',
  'src',
];

/** The release that tests look at, signed with a key that nobody has any longer. */
export const RELEASE = inRoot('dist', 'release');

/** Makes a release once before the tests that need one; nothing is done when it is up to date. */
export default async function buildRelease(): Promise<void> {
  const recipe = { stamp: inRoot('dist', 'release.stamp'), folders: [RELEASE], sources: SOURCES, conditions: {} };
  await makeOnce(recipe, async () => {
    await using key = await ThrowAwayKey.create();
    await makeRelease({ version, folder: RELEASE, trial: true });
    await signRelease(RELEASE, await key.secret());
  });
}
