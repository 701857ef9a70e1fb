import { serve } from '../../../../../framework/protocol/serve';
import { fakeProvider } from '../../../../host/framework/protocol/support/fake-provider';

// A sloppy dependency may print before the handshake.
console.log('noise by console.log');
console.info('noise by console.info');
process.stdout.write('noise by process.stdout\n');
for (const name of ['dir', 'dirxml', 'table', 'group', 'groupCollapsed', 'count', 'trace'] as const) {
  console[name](`noise by console.${name}`);
}

if (process.env.FAKE_START === 'exit') process.exit(0);
if (process.env.FAKE_START === 'throw') throw new Error('It is\nbroken.');

serve(fakeProvider);
