import type { FastifyInstance } from 'fastify';
import { addAccessKeyPages } from './access-keys';
import { addBucketPages } from './buckets';
import { addClusterPage } from './cluster';
import { addFaultPages } from './faults';
import { addJournalPages } from './journal';
import { addObjectPages } from './objects';
import type { DashboardContext } from './ports';
import { addPullSecretPages } from './pull-secrets';
import { addReference } from './reference';
import { ROOT, redirect } from './reply';
import { SCRIPT, SCRIPT_PATH } from './script';
import { addSecretPages } from './secrets';
import { Sessions } from './sessions';
import { addSignIn } from './sign-in';
import { Site } from './site';
import { ICON, STYLESHEET, STYLESHEET_PATH } from './stylesheet';

/** The dashboard of a running emulator. */
export interface Dashboard {
  /** Signs everybody out. */
  clear(): void;
}

/** Adds the dashboard below `/dashboard`. Its pages work without the script that they bring. */
export function addDashboardRoutes(app: FastifyInstance, context: DashboardContext): Dashboard {
  const sessions = new Sessions();
  addReference(app, context);
  // In a scope of its own: what goes wrong below it is told by a page, not in the words of the dialect.
  app.register(
    (scope, _options, done) => {
      addAssets(scope);
      const site = new Site(scope, sessions, context);
      addSignIn(scope, site, sessions, context);
      site.page('/', () => redirect('/secrets')); // with and without the slash
      addSecretPages(site, context);
      addPullSecretPages(site, context);
      addBucketPages(site, context);
      addObjectPages(site, context);
      addAccessKeyPages(site, context);
      addJournalPages(site, context);
      addFaultPages(site, context);
      addClusterPage(site, context);
      done();
    },
    { prefix: ROOT },
  );
  return sessions;
}

function addAssets(scope: FastifyInstance): void {
  const assets = [
    // Its path changes with its text, so browsers may keep it.
    { path: STYLESHEET_PATH, type: 'text/css', text: STYLESHEET, cache: 'public, max-age=31536000, immutable' },
    { path: SCRIPT_PATH, type: 'text/javascript', text: SCRIPT, cache: 'public, max-age=31536000, immutable' },
    { path: '/icon.svg', type: 'image/svg+xml', text: ICON, cache: 'public, max-age=86400' },
  ];
  for (const { path, type, text, cache } of assets) {
    scope.get(path, (_request, reply) =>
      reply
        .headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' })
        .type(`${type}; charset=utf-8`)
        .send(text),
    );
  }
}
