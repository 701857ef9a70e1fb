import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BLANK, type FormState, textField } from './form';
import { type Html, html } from './html';
import { layout } from './layout';
import type { DashboardContext } from './ports';
import { ROOT, redirect, sendPage, sendRedirect } from './reply';
import type { Sessions } from './sessions';
import { cookieName, readForm, type Site, sessionId } from './site';

/** Pages that the form may lead to: no other, and no other site. */
const AIMS = ['/secrets', '/faults'] as const;

/** Signing in with an access token or the admin token, and out again. The token is looked up once and not kept. */
export function addSignIn(
  scope: FastifyInstance,
  site: Site,
  sessions: Sessions,
  { tokens, admin }: Pick<DashboardContext, 'tokens' | 'admin'>,
): void {
  const show = (reply: FastifyReply, status: number, state: FormState): FastifyReply => {
    const page = { title: 'Sign in', path: `${ROOT}/sign-in` };
    return sendPage(reply, status, layout(page, body(state, admin.hasToken), undefined));
  };

  scope.get('/sign-in', (request, reply) => {
    if (site.session(request)) return sendRedirect(reply, `${ROOT}/secrets`);
    return show(reply, 200, BLANK);
  });

  scope.post('/sign-in', (request, reply) => {
    const form = readForm(request);
    const token = (form.get('token') ?? '').trim();
    const to = AIMS.find((aim) => aim === form.get('to')) ?? AIMS[0];
    const isAdmin = admin.isToken(token);
    const caller = isAdmin ? admin.caller : tokens.find(token);
    if (token === '' || !caller) {
      const message = token === '' ? 'Enter a token.' : 'The token is not valid.';
      return show(reply, 401, { values: { to }, problems: [{ field: 'token', message }] });
    }
    // Never the id that the browser came with: somebody else may have put it there.
    const prior = sessionId(request);
    if (prior !== undefined) sessions.close(prior);
    setCookie(request, reply, sessions.open(caller, { isAdmin }));
    return sendRedirect(reply, ROOT + to);
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

function body(state: FormState, hasAdmin: boolean): Html {
  return html`<div class="card alone">
<p>Use an access token of this emulator. It was printed when the emulator started, as <code>COFFER_TOKEN</code>.</p>
${hasAdmin && html`<p>The admin token, <code>COFFER_EMULATOR_ADMIN_TOKEN</code>, opens every project, and faults from any machine.</p>`}
<form class="stack" method="post" action="${ROOT}/sign-in" novalidate>
${state.values.to !== undefined && html`<input type="hidden" name="to" value="${state.values.to}">`}
${textField(state, { name: 'token', label: hasAdmin ? 'Access token or admin token' : 'Access token', secret: true })}
<p class="submit"><button class="primary">Sign in</button></p>
</form>
</div>`;
}
