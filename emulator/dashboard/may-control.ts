import { BLANK, form, textField } from './form';
import { type Html, html } from './html';
import type { DashboardContext } from './ports';
import { PageError, type Visit } from './site';

/** Whoever is signed in with an access token may control the emulator on its own machine only; the admin may from any. */
export interface Gate {
  /** Throws a {@link PageError} for a visit that may not. */
  require(visit: Visit): void;
  /** In place of a form: how to get it. `to` is the page that it stands on. */
  invitation(visit: Visit, to: string): Html;
}

/** `what` begins a sentence: `A fault applies to every client.` */
export function gateOf({ admin }: Pick<DashboardContext, 'admin'>, what: string): Gate {
  const withToken = `${what} To change that from this machine, sign in with the admin token.`;
  const withoutToken = `${what} So only the emulator’s own machine may change that. To do so from here, start the emulator with an admin token (--admin-token) and sign in with it.`;
  return {
    require({ hasControl }) {
      if (!hasControl) throw new PageError(403, admin.hasToken ? withToken : withoutToken);
    },
    invitation({ session }, to) {
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
