import { Lifetime } from '../../../../../framework/protocol/lifetime';

/** Watches for the end of the process whose id is the argument, as on Windows. */
new Lifetime().watchParent(Number(process.argv[2]), 'win32');
setInterval(() => {}, 60_000);
process.stdout.write('watching\n');
