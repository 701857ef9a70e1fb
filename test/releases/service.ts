import { Emulator, type EmulatorOptions } from '../../emulator';
import { Workspace } from '../support/workspace';

/** How the service of a release is started. Its key is no file: what is kept holds no secret. Its address in state stays the same. */
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

/** A folder whose provider talks to that service. */
export const openWorkspace = (service: Emulator) =>
  Workspace.create(service, { env: { COFFER_PROJECT_ID: 'project-1' } });
