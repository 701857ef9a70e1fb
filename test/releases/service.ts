import { Emulator, type EmulatorOptions } from '../../emulator';
import { Workspace } from '../support/workspace';

/** Options of the service of a release. The key is not in a file: kept files hold no secret. The S3 address in state stays the same. */
const OPTIONS: EmulatorOptions = {
  dialect: 'conventional',
  encryptionKey: Buffer.alloc(32, 'release').toString('base64'),
  knobs: { secretFields: 'id_name' },
  projects: ['project-1', 'project-2'],
  s3PublicUrl: 'http://s3.release.test',
  s3Region: 'eu-test-1',
  seed: 'release',
  tokens: ['release'],
};

export const startService = () => Emulator.start(OPTIONS);

/** A workspace whose provider uses that service. */
export const openWorkspace = (service: Emulator) =>
  Workspace.create(service, { env: { COFFER_PROJECT_ID: 'project-1' } });
