import type { FastifyInstance } from 'fastify';
import { DomainError } from '../domain/errors';
import { addAccessKeyPages } from './access-keys';
import { addBucketPages } from './buckets';
import { addControlPages } from './control';
import { Deletions } from './deletions';
import { addFaultPages } from './faults';
import { addJournalPages } from './journal';
import { addDeletionPages } from './object-deletion';
import { addDetailsPages } from './object-details';
import { addObjectPages } from './objects';
import type { DashboardContext } from './ports';
import { addPullSecretPages } from './pull-secrets';
import { addReference } from './reference';
import { ROOT, redirect } from './reply';
import { SCRIPT, SCRIPT_PATH } from './script';
import { addSecretPages } from './secrets';
import { OneTimeLinks, Sessions } from './sessions';
import { addSettingsPages } from './settings';
import { addSignIn, toAim } from './sign-in';
import { Site } from './site';
import { ICON, STYLESHEET, STYLESHEET_PATH } from './stylesheet';

/** Makes a one-time link that signs in with the token and leads to a page below the dashboard; returns its path. Throws `invalid` for others. */
export type MakeLink = (token: string, to?: string) => string;

/** Adds the dashboard below `/dashboard`, and returns the function that makes links to it. Its pages work without their script. */
export function addDashboardRoutes(app: FastifyInstance, context: DashboardContext): MakeLink {
  const sessions = new Sessions(context.epochs);
  const links = new OneTimeLinks();
  const deletions = new Deletions(context.log);
  addReference(app, context);
  // In a scope of its own, so that a page reports its errors, not a response in the dialect.
  app.register(
    (scope, _options, done) => {
      scope.addHook('onClose', async () => deletions.stop());
      addAssets(scope);
      const site = new Site(scope, sessions, context);
      addSignIn(scope, site, sessions, links, context);
      site.page('/', () => redirect('/secrets')); // with and without the final slash
      addSecretPages(site, context);
      addPullSecretPages(site, context);
      addBucketPages(site, context);
      addObjectPages(site, context);
      addDeletionPages(site, context, deletions);
      addDetailsPages(site, context);
      addAccessKeyPages(site, context);
      addJournalPages(site, context);
      addFaultPages(site, context);
      addSettingsPages(site, context);
      addControlPages(site, context);
      done();
    },
    { prefix: ROOT },
  );
  return (token, to = '/secrets') => {
    const aim = toAim(to);
    if (aim === undefined) throw new DomainError('invalid', '"to" must be the path of a page below /dashboard.', 'to');
    const code = links.make({ holder: context.tokens.holderOf(token), to: aim });
    return `${ROOT}/enter?code=${code}`;
  };
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
