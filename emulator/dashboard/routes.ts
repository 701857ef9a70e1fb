import type { FastifyInstance } from 'fastify';

/** The dashboard's place. Differs: the service has pages here; the emulator says that it does not have them yet. */
export function addDashboardRoutes(app: FastifyInstance): void {
  app.get('/dashboard', (_request, reply) =>
    reply.code(501).type('text/plain; charset=utf-8').send('The emulator has no dashboard yet.\n'),
  );
}
