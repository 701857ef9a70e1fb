import type { FastifyInstance } from 'fastify';
import { ICON_PATH, isBrowserAtRoot, PAGES_PREFIX } from '../http/paths';
import { noRoute } from './errors';

/** What browsers ask for outside of the dashboard: the root, whose address somebody typed, and the icon. Neither is in the journal. */
export function addEntrances(app: FastifyInstance): void {
  app.get('/', (request, reply) => {
    if (!isBrowserAtRoot(request)) return Promise.reject(noRoute(request));
    return reply.redirect(PAGES_PREFIX, 303);
  });
  app.get(ICON_PATH, (_request, reply) => reply.redirect(`${PAGES_PREFIX}/icon.svg`, 303));
}
