import { StopProvider_Request, StopProvider_Response } from '../generated/tfplugin6';
import { defineRpc } from '../rpc';

/** Interrupts all current and later asynchronous operations of this connection but closing. Responds at once: Terraform waits for their results. */
export const stopProvider = defineRpc({
  name: 'StopProvider',
  request: StopProvider_Request,
  response: StopProvider_Response,
  handle: (server) => {
    server.stop();
    return { Error: '' };
  },
  failed: ([diagnostic]) => ({ Error: diagnostic?.detail ?? '' }),
});
