import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BLANK, type FormState, textField } from './form';
import { type Html, html } from './html';
import { layout } from './layout';
import type { DashboardContext } from './ports';
import { ROOT, redirect, sendPage, sendRedirect } from './reply';
import type { Holder, OneTimeLinks, Sessions } from './sessions';
import { cookieName, readForm, type Site, sessionId, toSignIn } from './site';

const FIRST = '/secrets';

/** Paths that sign in or out and are therefore no target. */
const NO_AIM = /^\/(?:sign-in|sign-out|enter)(?:[/?]|$)/;

/** Adds signing in, with an access token, the admin token or a one-time link, and signing out. The token is not kept. */
export function addSignIn(
  scope: FastifyInstance,
  site: Site,
  sessions: Sessions,
  links: OneTimeLinks,
  { tokens, admin }: Pick<DashboardContext, 'tokens' | 'admin'>,
): void {
  /** Opens a session with a new id, because somebody else may have set the old one. False if the token is not valid. */
  const open = (request: FastifyRequest, reply: FastifyReply, holder: Holder, isAdmin = false): boolean => {
    const id = sessions.open(holder, isAdmin, sessionId(request));
    if (id === undefined) return false;
    const secure = request.protocol === 'https' ? '; Secure' : '';
    reply.header('set-cookie', `${cookieName(request)}=${id}; Path=${ROOT}; HttpOnly; SameSite=Strict${secure}`);
    return true;
  };

  const show = (reply: FastifyReply, status: number, state: FormState): FastifyReply => {
    const page = { title: 'Sign in', path: `${ROOT}/sign-in` };
    return sendPage(reply, status, layout(page, body(state, admin.hasToken), undefined));
  };

  scope.get('/sign-in', (request, reply) => {
    const to = toAim((request.query as { to?: unknown }).to);
    if (site.session(request)) return sendRedirect(reply, ROOT + (to ?? FIRST));
    // A visitor from another site comes without the cookie even if signed in, so the browser requests the page once more from here.
    if (request.headers['sec-fetch-site'] === 'cross-site') reply.header('refresh', `0; url=${toSignIn(to)}`);
    return show(reply, 200, to === undefined ? BLANK : { ...BLANK, values: { to } });
  });

  scope.post('/sign-in', (request, reply) => {
    const form = readForm(request);
    const token = (form.get('token') ?? '').trim();
    const to = toAim(form.get('to')) ?? FIRST;
    const isAdmin = admin.isToken(token);
    const holder = isAdmin ? () => admin.caller : tokens.holderOf(token);
    if (token === '' || !open(request, reply, holder, isAdmin)) {
      const message = token === '' ? 'Enter a token.' : 'The token is not valid.';
      return show(reply, 401, { values: { to }, problems: [{ field: 'token', message }] });
    }
    return sendRedirect(reply, ROOT + to);
  });

  scope.get('/enter', (request, reply) => {
    const refused = findRefusal(request, admin);
    if (refused !== undefined) return show(reply, 403, sentence(refused));
    const aim = links.use(String((request.query as { code?: unknown }).code));
    if (aim && open(request, reply, aim.holder)) return sendRedirect(reply, ROOT + aim.to);
    // The visitor follows the link again, or returns to it.
    if (site.session(request)) return sendRedirect(reply, ROOT + FIRST);
    return show(reply, 403, sentence('This link was used before, or is not of this emulator as it runs now.'));
  });

  site.action(
    '/sign-out',
    ({ session }) => {
      sessions.end(session);
      return redirect('/sign-in');
    },
    { always: true },
  );
}

/** The path below the dashboard in a text; undefined if it is no possible target, such as another site. */
export function toAim(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^\/(?![/\\])/.test(text)) return undefined;
  const { origin, pathname, search } = new URL(ROOT + text, 'http://localhost');
  if (origin !== 'http://localhost' || !pathname.startsWith(`${ROOT}/`)) return undefined;
  const path = pathname.slice(ROOT.length) + search;
  return path === '/' || NO_AIM.test(path) ? undefined : path;
}

/** The reason why a one-time link must not be followed, which does not use it up; undefined if it may. */
function findRefusal({ headers, socket }: FastifyRequest, admin: DashboardContext['admin']): string | undefined {
  const { remoteAddress } = socket;
  const { 'sec-fetch-site': site = 'none', 'sec-purpose': purpose, purpose: former } = headers;
  if (!admin.isFromThisMachine({ remoteAddress, headers })) {
    return 'Such a link works only in a browser on the emulator’s own machine, by a loopback address.';
  }
  if (!['same-origin', 'none'].includes(String(site))) {
    return 'A page of another site led here. Copy the link into the address bar.';
  }
  return /prefetch/i.test(`${purpose} ${former}`) ? 'A link of one use is not fetched beforehand.' : undefined;
}

const sentence = (message: string): FormState => ({ values: {}, problems: [{ field: 'token', message }] });

function body(state: FormState, hasAdmin: boolean): Html {
  return html`<div class="card alone">
<p>When the emulator started, it printed a link that signs in without a token: once, in a browser on its own machine. With <code>--json</code> it is <code>dashboardLink</code>.</p>
<p>Or use an access token of this emulator, printed as <code>COFFER_TOKEN</code>.</p>
${hasAdmin && html`<p>The admin token, <code>COFFER_EMULATOR_ADMIN_TOKEN</code>, opens every project, and control from any machine.</p>`}
<form class="stack" method="post" action="${ROOT}/sign-in" novalidate>
${state.values.to !== undefined && html`<input type="hidden" name="to" value="${state.values.to}">`}
${textField(state, { name: 'token', label: hasAdmin ? 'Access token or admin token' : 'Access token', secret: true })}
<p class="submit"><button class="primary">Sign in</button></p>
</form>
</div>`;
}
