import { fastify } from 'fastify';
import { onTestFinished } from 'vitest';
import { Deletions } from '../../../../emulator/dashboard/deletions';
import type { DashboardContext } from '../../../../emulator/dashboard/ports';
import { Sessions } from '../../../../emulator/dashboard/sessions';
import { Site } from '../../../../emulator/dashboard/site';
import { Epochs } from '../../../../emulator/domain/epoch';
import type { Caller } from '../../../../emulator/domain/records';
import { Journal } from '../../../../emulator/journal/journal';

/** A site without its emulator, for pages of a test, and a request of somebody who is signed in there. */
export function openSite(caller: Caller, more: Partial<DashboardContext> = {}) {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  onTestFinished(() => app.close());
  const log: string[] = [];
  const epochs = new Epochs();
  const sessions = new Sessions(epochs);
  const admin = { hasToken: false, isToken: () => false, caller, isFromThisMachine: () => true };
  const context = {
    epochs,
    admin,
    journal: new Journal(),
    methodsOf: () => [],
    log: (line: string) => log.push(line),
    ...more,
  };
  const id = sessions.open(() => caller) ?? '';
  const cookie = `coffer-dashboard-0=${id}`;
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  let site: Site | undefined;
  app.register(
    (scope, _options, done) => {
      site = new Site(scope, sessions, context as unknown as DashboardContext);
      done();
    },
    { prefix: '/dashboard' },
  );
  return {
    ...{ log, context: context as unknown as DashboardContext },
    /** Sends a form with the proof of the session. */
    post(path: string, fields: readonly (readonly [name: string, value: string])[] = []) {
      const body = new URLSearchParams([['csrf', sessions.find(id)?.proof ?? ''], ...fields.map(([...pair]) => pair)]);
      const headers = { cookie, 'content-type': type };
      return app.inject({ method: 'POST', url: `/dashboard${path}`, headers, payload: body.toString() });
    },
    async ready(add: (site: Site) => void) {
      app.after(() => site && add(site));
      await app.ready();
      return (path: string, headers: Record<string, string> = { cookie }) =>
        app.inject({ url: `/dashboard${path}`, headers });
    },
  };
}

/** Deletions whose steps are taken when the test calls the next of `turns`. */
export function stepByStep() {
  const turns: (() => void)[] = [];
  const logged: string[] = [];
  const deletions = new Deletions(
    (line) => logged.push(line),
    (run) => turns.push(run),
  );
  return { turns, logged, deletions };
}
