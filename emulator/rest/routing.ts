import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Operation, routes } from '../../contract';
import type { Rely } from '../domain/rules';
import { HttpError, noRoute } from './errors';
import type { Handler } from './handle';
import { type Knobs, unrecorded } from './knobs';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Registers every operation of the contract, and responds 404 or 405 for those that the current dialect does not offer. */
export function addRoutes(app: FastifyInstance, handler: Handler, rely: Rely<Knobs>): void {
  const operations = Object.keys(routes) as Operation[];
  for (const path of new Set(operations.map((name) => routes[name].path))) {
    const url = path.replace('{id}', ':id');
    const here = operations.filter((name) => routes[name].path === path);
    for (const operation of here) {
      const { method } = routes[operation];
      app.route({
        method,
        url,
        config: { operation },
        handler(request, reply) {
          if (handler.noting(request, () => isOffered(operation, rely)))
            return handler.handle(operation, request, reply);
          // An operation that the dialect does not offer is an unknown route, even if `/secrets/{id}` would match it.
          request.journalEntry.operation = undefined;
          return Promise.reject(noRoute(request));
        },
      });
    }
    addWrongMethods(app, handler, url, here, rely);
  }
}

/** The operations that the dialect has. */
export function offeredOperations(knobs: Knobs): Operation[] {
  return (Object.keys(routes) as Operation[]).filter((name) => isOffered(name, unrecorded(knobs)));
}

/** Whether the dialect has the operation. */
export function isOffered(name: Operation, rely: Rely<Knobs>): boolean {
  return routes[name].ours ? rely('pullSecretApi') === 'full' : true;
}

function addWrongMethods(
  app: FastifyInstance,
  handler: Handler,
  url: string,
  here: Operation[],
  rely: Rely<Knobs>,
): void {
  const others = METHODS.filter((method) => !here.some((name) => routes[name].method === method));
  app.route({
    method: others,
    url,
    config: { isInterface: true },
    handler(request) {
      const { method, params } = request;
      if ((params as { id?: string }).id === '')
        return Promise.reject(noRoute({ method, url: url.replace(':id', '') }));
      const offered = handler.noting(request, () => here.filter((name) => isOffered(name, rely)));
      const allow = offered.map((name) => routes[name].method);
      if (allow.length === 0) return Promise.reject(noRoute({ method, url: request.url }));
      const says = `${method} is not a method of ${url.replace(':id', '{id}')}; it has ${allow.join(', ')}.`;
      return Promise.reject(new HttpError(405, 'method_not_allowed', says, { allow: allow.join(', ') }));
    },
  });
}
