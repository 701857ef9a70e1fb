import { version } from '../../package.json';

/** Version of the emulator: that of the whole project. */
export const VERSION = version;
