import type { FastifyInstance, FastifyRequest } from 'fastify';
import { stringifyJson } from '../../../contract/formats/json';
import { parseBody } from '../../http/body';
import { CONTROL_PREFIX, METRICS_PATH } from '../../http/paths';
import { validate } from '../../validation/validate';
import type { Control } from '../control';
import { requireControl } from './access';
import { type ControlCall, controlCalls } from './table';

const SNAPSHOT_LIMIT_BYTES = 1.25 * 1024 ** 3;

export interface ControlContext {
  readonly control: Control;
  /** The OpenAPI document of the service in the current dialect. */
  readonly describe: () => Promise<object>;
  /** Opens the control API to callers on other machines; undefined: to none. */
  readonly adminToken: string | undefined;
  readonly version: string;
  readonly metrics: () => string;
  /** The reasons why a storage cluster cannot be changed; undefined: there is no cluster. */
  readonly obstacles?: (() => readonly { readonly reason: string; readonly message: string }[]) | undefined;
  /** A copy of the database, which is all that a control plane over a cluster has; undefined: objects lie beside it. */
  readonly backUp?: (() => Buffer) | undefined;
  /** Why nothing can be written now; undefined: something can. */
  readonly findTrouble: () => string | undefined;
}

/** Adds our own routes beside the interface: health and documents, which anyone may read, metrics, and the control of tests. */
export function addControlRoutes(
  app: FastifyInstance,
  { control, describe, adminToken, version, metrics, obstacles, backUp, findTrouble }: ControlContext,
): void {
  const onRequest = (request: FastifyRequest, _reply: unknown, done: () => void) => {
    requireControl({ remoteAddress: request.socket.remoteAddress, headers: request.headers }, adminToken);
    done();
  };
  app.get(`${CONTROL_PREFIX}/health`, (_request, reply) => {
    const message = findTrouble();
    if (message === undefined) return reply.send({ status: 'ok', version });
    return reply.code(503).send({ status: 'unwritable', version, message });
  });
  if (obstacles) {
    app.get(`${CONTROL_PREFIX}/ready`, (_request, reply) => {
      const reasons = obstacles();
      const isReady = reasons.length === 0;
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not_ready', reasons });
    });
  }
  if (backUp) {
    app.get(`${CONTROL_PREFIX}/backup`, { onRequest }, (_request, reply) =>
      reply.type('application/vnd.sqlite3').send(backUp()),
    );
  }
  app.get(METRICS_PATH, { onRequest }, (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(metrics()),
  );
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
