import { type Bundle, bundleProvider as bundle } from '../../framework/packaging/bundle';
import { version } from '../../package.json';
import { NAMES } from '../../projenrc/names';
import { makeCodecs } from '../sources/codecs';
import { ROOT } from '../support/paths';

export async function bundleProvider(): Promise<Bundle> {
  await makeCodecs();
  return bundle({ folder: ROOT, main: 'provider/main.ts' }, { ...NAMES, version });
}
