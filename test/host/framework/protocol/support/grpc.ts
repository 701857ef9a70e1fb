import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import { onTestFinished } from 'vitest';
import type { Method } from '../../../../../framework/protocol/grpc/method';
import { createGrpcServer, type GrpcServerOptions } from '../../../../../framework/protocol/grpc/server';

/** A gRPC server on a free port, closed with the test. Returns `host:port`. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<string> {
  const server = createGrpcServer(options);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server with only these methods, on a free port. */
export function serveMethods(
  methods: Record<string, Method>,
  options: Omit<GrpcServerOptions, 'connect'> = {},
): Promise<string> {
  return startGrpcServer({ ...options, connect: () => ({ methods: new Map(Object.entries(methods)), close() {} }) });
}

const bytes = (value: Buffer) => value;

/** A client of the reference implementation that sends and receives bytes. Closed with the test. */
export function openClient(address: string, credentials = grpc.credentials.createInsecure()): ByteClient {
  const client = new ByteClient(address, credentials, {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    'grpc.ssl_target_name_override': 'localhost',
    'grpc.default_authority': 'localhost',
    'grpc.enable_http_proxy': 0,
    // Each client gets its own connection, as each Terraform process has.
    'grpc.use_local_subchannel_pool': 1,
  });
  onTestFinished(() => client.close());
  return client;
}

export class ByteClient extends grpc.Client {
  /** One message for one message, until it is cancelled. Rejects with the `ServiceError` of grpc-js. */
  call(
    path: string,
    request: Uint8Array = new Uint8Array(),
    cancelled?: AbortSignal,
    options: grpc.CallOptions = {},
  ): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const call = this.makeUnaryRequest(path, bytes, bytes, Buffer.from(request), options, (error, response) => {
        if (error) reject(error);
        else resolve(response as Buffer);
      });
      cancelled?.addEventListener('abort', () => call.cancel(), { once: true });
    });
  }

  serverStream(path: string, request: Uint8Array = new Uint8Array()): grpc.ClientReadableStream<Buffer> {
    return this.makeServerStreamRequest(path, bytes, bytes, Buffer.from(request));
  }
}
