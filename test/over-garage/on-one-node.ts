import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { Emulator } from '../../emulator';
import { overGarage } from '../../emulator/wiring/garage';

const { adminUrl, adminToken, s3Url, folder } = inject('oneNode');

/** Every emulator that a suite starts has its objects in the cluster. The suites do not know of it. */
const start = Emulator.start;
Emulator.start = (options = {}, openPlane = overGarage({ adminUrls: [adminUrl], adminToken })) =>
  start.call(
    Emulator,
    { dataDir: mkdtempSync(join(folder, 'data-')), s3PublicUrl: s3Url, log: () => undefined, ...options },
    openPlane,
  );
