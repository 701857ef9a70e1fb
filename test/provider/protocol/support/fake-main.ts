import '../../../../provider/protocol/stdout-guard';
import { createProviderServer } from '../../../../provider/framework/server/provider-server';
import { failToStart, serve } from '../../../../provider/protocol/serve';
import { fakeProvider } from './fake-provider';

// A sloppy dependency may print before the handshake.
console.log('noise by console.log');
console.info('noise by console.info');
process.stdout.write('noise by process.stdout\n');

serve((environment) => createProviderServer(fakeProvider, environment)).catch(failToStart);
