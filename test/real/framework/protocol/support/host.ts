import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http2 from 'node:http2';
import { createInterface } from 'node:readline';
import * as wire from '../../../../../framework/protocol/generated/tfplugin6';
import { frame } from '../../../../../framework/protocol/grpc/framing';
import { encode } from '../../../../../framework/protocol/value/encode';

/**
 * A host to be killed: starts a provider, whose command is given as arguments, and prints the path of its socket.
 * With `HOST_APPLIES` it also connects and starts to create a `fake_thing` that waits.
 * The provider shares its stderr with this process, so a reader sees its end only when both are gone.
 */
async function main(): Promise<void> {
  const [command = '', ...args] = process.argv.slice(2);
  const provider = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(provider.stdout), 'line');
  const socket = String(line).split('|')[3] ?? '';
  if (process.env.HOST_APPLIES) {
    const session = http2.connect('http://localhost', { path: socket } as http2.ClientSessionOptions);
    await call(session, 'ConfigureProvider', wire.ConfigureProvider_Request.encode({ terraformVersion: '1' }).finish());
    void call(session, 'ApplyResourceChange', applyRequest());
  }
  process.stdout.write(`${socket}\n`);
}

async function call(session: http2.ClientHttp2Session, rpc: string, message: Uint8Array): Promise<void> {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/tfplugin6.Provider/${rpc}`,
    'content-type': 'application/grpc',
  });
  stream.end(frame(message));
  stream.resume();
  await once(stream, 'close');
}

function applyRequest(): Uint8Array {
  const thing = encode({ id: null, name: 'wait', size: null }, [
    'object',
    { id: 'string', name: 'string', size: 'number' },
  ]);
  const value = { msgpack: thing, json: new Uint8Array() };
  return wire.ApplyResourceChange_Request.encode({
    typeName: 'fake_thing',
    plannedState: value,
    config: value,
    plannedPrivate: new Uint8Array(),
  }).finish();
}

void main();
