import { version } from '../package.json';

/** Version of the emulator, which is the version of the whole project. */
export const VERSION = version;
