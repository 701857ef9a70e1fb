import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attempt } from '../../../contract/formats/attempt';
import { stringifyJson } from '../../../contract/formats/json';
import { parseBody } from '../../http/body';
import { CONTROL_PREFIX } from '../../http/paths';
import { validate } from '../../validation/validate';
import type { Control } from '../control';
import { requireControl } from './access';
import { type ControlCall, controlCalls } from './table';

/** By this name the provider knows an emulator, when it must not talk to anything else (D2). */
const PRODUCT = 'coffer-emulator';

const SNAPSHOT_LIMIT_BYTES = 1.25 * 1024 ** 3;

export interface ControlContext {
  readonly control: Control;
  /** The OpenAPI document of the service in the current dialect. */
  readonly describe: () => Promise<object>;
  /** Opens the control API to callers on other machines; undefined: to none. */
  readonly adminToken: string | undefined;
  readonly version: string;
  /** What keeps the object plane from being as the service decided. Ids and names are for callers who have control. */
  readonly problems: () => readonly string[];
  /** Why nothing can be written now; undefined: something can. */
  readonly findTrouble: () => string | undefined;
}

/** Adds our own routes beside the interface: health and documents, which anyone may read, and the control of tests. */
export function addControlRoutes(
  app: FastifyInstance,
  { control, describe, adminToken, version, problems, findTrouble }: ControlContext,
): void {
  const require = (request: FastifyRequest) =>
    requireControl({ remoteAddress: request.socket.remoteAddress, headers: request.headers }, adminToken);
  const onRequest = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    require(request);
    done();
  };
  app.get(`${CONTROL_PREFIX}/health`, (request, reply) => {
    const message = findTrouble();
    if (message === undefined) {
      const found = problems();
      const mayRead = attempt(() => require(request) === undefined) ?? false;
      const told = found.length === 0 ? {} : { problems: mayRead ? found : found.length };
      return reply.send({ status: 'ok', product: PRODUCT, version, ...told });
    }
    return reply.code(503).send({ status: 'unwritable', product: PRODUCT, version, message });
  });
  // Documents are created on request: few runs ever need them.
  app.get(`${CONTROL_PREFIX}/openapi.json`, async (_request, reply) => {
    const { describeControl } = await import('./openapi');
    return reply.send(describeControl(version));
  });
  app.get('/openapi.json', async (_request, reply) => reply.send(await describe()));
  for (const call of controlCalls) {
    app.route({
      method: call.method,
      url: CONTROL_PREFIX + call.path.replace('{id}', ':id'),
      ...(call.binary === 'request' && { bodyLimit: SNAPSHOT_LIMIT_BYTES }),
      // Before the body is read (E15).
      onRequest,
      async handler(request, reply) {
        const response = await call.run(control, readInput(call, request));
        if (response === undefined) return reply.code(204).send();
        if (response instanceof Uint8Array) return reply.type('application/octet-stream').send(response);
        return reply.type('application/json; charset=utf-8').send(stringifyJson(response));
      },
    });
  }
}

function readInput(call: ControlCall, request: FastifyRequest) {
  const { id = '' } = request.params as { id?: string };
  const bytes = request.body as Uint8Array | undefined;
  const query = { ...(request.query as Record<string, string>) };
  return {
    id,
    bytes: bytes ?? new Uint8Array(),
    query: call.query && validate(call.query, query),
    body: call.body && validate(call.body, parseBody(request.headers['content-type'], bytes)),
  };
}
