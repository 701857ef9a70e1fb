import type { FastifyInstance } from 'fastify';
import type { Knobs } from './knobs';

/** What is ours beside the interface: health, and the document of the running dialect. Needs no token. */
export function addControlRoutes(app: FastifyInstance, knobs: Knobs, version: string): void {
  app.get('/_emulator/health', (_request, reply) => reply.send({ status: 'ok', version }));
  app.get('/openapi.json', async (_request, reply) => {
    // Made when asked for: few starts ever need it.
    const { describeDialect } = await import('./openapi');
    return reply.send(describeDialect(knobs, version));
  });
}
