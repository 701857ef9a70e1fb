import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BLANK, type FormState, textField } from './form';
import { type Html, html } from './html';
import { layout } from './layout';
import type { DashboardContext } from './ports';
import { ROOT, redirect, sendPage, sendRedirect } from './reply';
import type { Sessions } from './sessions';
import { cookieName, readForm, type Site, sessionId } from './site';

/** Signing in with the access token, and out again. The token is looked up once and not kept. */
export function addSignIn(
  scope: FastifyInstance,
  site: Site,
  sessions: Sessions,
  { tokens }: Pick<DashboardContext, 'tokens'>,
): void {
  scope.get('/sign-in', (request, reply) => {
    if (site.session(request)) return sendRedirect(reply, `${ROOT}/secrets`);
    return show(reply, 200, BLANK);
  });

  scope.post('/sign-in', (request, reply) => {
    const token = (readForm(request).get('token') ?? '').trim();
    const caller = token === '' ? undefined : tokens.find(token);
    if (!caller) {
      const message = token === '' ? 'Enter an access token.' : 'The access token is not valid.';
      return show(reply, 401, { values: {}, problems: [{ field: 'token', message }] });
    }
    // Never the id that the browser came with: somebody else may have put it there.
    const prior = sessionId(request);
    if (prior !== undefined) sessions.close(prior);
    setCookie(request, reply, sessions.open(caller));
    return sendRedirect(reply, `${ROOT}/secrets`);
  });

  site.action('/sign-out', ({ session }) => {
    sessions.end(session);
    return redirect('/sign-in');
  });
}

function setCookie(request: FastifyRequest, reply: FastifyReply, id: string): void {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${cookieName(request)}=${id}; Path=${ROOT}; HttpOnly; SameSite=Strict${secure}`);
}

function show(reply: FastifyReply, status: number, state: FormState): FastifyReply {
  return sendPage(reply, status, layout({ title: 'Sign in', path: `${ROOT}/sign-in` }, body(state), undefined));
}

function body(state: FormState): Html {
  return html`<div class="card narrow">
<p>Use an access token of this emulator. It was printed when the emulator started, as <code>COFFER_TOKEN</code>.</p>
<form class="stack" method="post" action="${ROOT}/sign-in" novalidate>
${textField(state, { name: 'token', label: 'Access token', secret: true })}
<p class="submit"><button class="primary">Sign in</button></p>
</form>
</div>`;
}
