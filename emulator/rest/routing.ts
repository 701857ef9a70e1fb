import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Operation, routes } from '../../contract';
import type { Rely } from '../domain/rules';
import { type Knobs, unrecorded } from '../settings/knobs';
import type { AllowedMethods } from './allowed-methods';
import { noRoute } from './error-responses';
import type { Handler } from './handle';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Registers every operation of the contract, and responds 404 or 405 for those that the current dialect does not offer. */
export function addRoutes(
  app: FastifyInstance,
  handler: Handler,
  { rely, methods }: { readonly rely: Rely<Knobs>; readonly methods: AllowedMethods },
): void {
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
    const others = METHODS.filter((method) => !here.some((name) => routes[name].method === method));
    app.route({
      method: others,
      url,
      config: { isInterface: true },
      handler: (request) => Promise.reject(handler.noting(request, () => methods.refusal(request))),
    });
  }
}

export function offeredOperations(knobs: Knobs): Operation[] {
  return (Object.keys(routes) as Operation[]).filter((name) => isOffered(name, unrecorded(knobs)));
}

export function isOffered(name: Operation, rely: Rely<Knobs>): boolean {
  return routes[name].ours ? rely('pullSecretApi') === 'full' : true;
}
