import { BLANK, form, textField } from './form';
import { type Html, html } from './html';
import type { DashboardContext } from './ports';
import { PageError, type Visit } from './site';

/**
 * Decides who may control the emulator: the admin from any machine, sessions with an access token only from the emulator's own. `what`
 * is the sentence with the reason: `A fault applies to every client.`
 */
export function gateOf({ admin }: DashboardContext, what: string) {
  const withToken = `${what} To change that from this machine, sign in with the admin token.`;
  const withoutToken = `${what} So only the emulator’s own machine may change that. To do so from here, start the emulator with an admin token (--admin-token) and sign in with it.`;
  return {
    /** Throws a {@link PageError} if the visitor may not. */
    require({ hasControl }: Visit): void {
      if (!hasControl) throw new PageError(403, admin.hasToken ? withToken : withoutToken);
    },
    /** The text in place of a form, which says how to get the permission. `to` is the page of the form. */
    invitation({ session }: Visit, to: string): Html {
      if (!admin.hasToken) return html`<p>${withoutToken}</p>`;
      return html`<p>${withToken}</p>
${form(session, { path: '/sign-in', submit: 'Sign in', state: BLANK }, [
  html`<input type="hidden" name="to" value="${to}">`,
  textField(BLANK, {
    name: 'token',
    label: 'Admin token',
    secret: true,
    hint: html`It was printed when the emulator started, as <code>COFFER_EMULATOR_ADMIN_TOKEN</code>.`,
  }),
])}`;
    },
  };
}
