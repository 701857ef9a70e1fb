import type { FastifyInstance, HTTPMethods } from 'fastify';
import { type Operation, routes } from '../../contract';
import { HttpError, noRoute } from './errors';
import type { Handler } from './handle';
import type { Knobs } from './knobs';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'];

/** Registers every operation of the contract that the dialect offers, and says 404 or 405 for what it does not. */
export function addRoutes(app: FastifyInstance, handler: Handler, knobs: Knobs): void {
  const operations = Object.keys(routes) as Operation[];
  const offered = new Set(offeredOperations(knobs));
  for (const path of new Set(operations.map((name) => routes[name].path))) {
    const url = path.replace('{id}', ':id');
    const here = operations.filter((name) => routes[name].path === path);
    for (const operation of here) {
      const { method } = routes[operation];
      // What the dialect does not offer is as unknown as any other route, also where `/secrets/{id}` would catch it.
      if (!offered.has(operation)) app.route({ method, url, handler: (request) => Promise.reject(noRoute(request)) });
      else app.route({ method, url, config: { operation }, handler: (...both) => handler.handle(operation, ...both) });
    }
    addWrongMethods(app, url, here, offered);
  }
}

/** The operations that the dialect has. */
export function offeredOperations(knobs: Knobs): Operation[] {
  return (Object.keys(routes) as Operation[]).filter((name) => !routes[name].ours || knobs.pullSecretApi === 'full');
}

function addWrongMethods(app: FastifyInstance, url: string, here: Operation[], offered: Set<Operation>): void {
  const allow = here.filter((name) => offered.has(name)).map((name) => routes[name].method);
  if (allow.length === 0) return;
  const others = METHODS.filter((method) => !here.some((name) => routes[name].method === method));
  app.route({
    method: others,
    url,
    handler({ method, params }) {
      if ((params as { id?: string }).id === '')
        return Promise.reject(noRoute({ method, url: url.replace(':id', '') }));
      const says = `${method} is not a method of ${url.replace(':id', '{id}')}; it has ${allow.join(', ')}.`;
      return Promise.reject(new HttpError(405, 'method_not_allowed', says, { allow: allow.join(', ') }));
    },
  });
}
