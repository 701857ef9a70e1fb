import type { Epoch } from '../domain/epoch';
import { type Content, type Html, html } from './html';
import { ROOT } from './reply';
import { SCRIPT_PATH } from './script';
import type { Session } from './sessions';
import { STYLESHEET_PATH } from './stylesheet';
import { line } from './text';
import { worldLine } from './world';

const SECTIONS = [
  ['/secrets', 'Secrets'],
  ['/pull-secrets', 'Pull secrets'],
  ['/buckets', 'Buckets'],
  ['/keys', 'Access keys'],
  ['/journal', 'Request journal'],
  ['/faults', 'Faults'],
  ['/settings', 'Settings'],
  ['/control', 'Control'],
] as const;

/** Only where there is one. */
const OF_A_CLUSTER = ['/cluster', 'Storage cluster'] as const;

/** What a page says of itself. */
interface Head {
  readonly title: string;
  readonly path: string;
  readonly flash?: string | undefined;
  /** Why nothing was done. */
  readonly alert?: Content;
  /** Undefined: the page is of none. */
  readonly epoch?: Epoch | undefined;
  /** Whether objects lie in a storage cluster. */
  readonly hasCluster?: boolean;
}

/** Everything around a page. Without a session there is nothing to navigate. */
export function layout(
  { title, path, flash, alert, epoch, hasCluster = false }: Head,
  body: Html,
  session: Session | undefined,
): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Coffer emulator</title>
<link rel="stylesheet" href="${ROOT}${STYLESHEET_PATH}">
<link rel="icon" href="${ROOT}/icon.svg" type="image/svg+xml">
${session && html`<script src="${ROOT}${SCRIPT_PATH}" defer></script>`}
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<div class="bar">
<a class="brand" href="${ROOT}"><img src="${ROOT}/icon.svg" alt="" width="28" height="28">Coffer <span>emulator</span></a>
${session && account(session)}
</div>
${session && navigation(path, hasCluster)}
</header>
<main id="main" tabindex="-1">
<div class="title"><h1${title.length > LONG && html` class="long"`}>${title}</h1>${session && html`<p class="live"><span class="muted"></span> <button type="button">Pause</button></p>`}</div>
${session && epoch && worldLine(epoch)}
${alert && html`<p class="notice" role="alert">${alert}</p>`}
${flash && html`<p class="flash" role="status">${flash}</p>`}
${body}
</main>
<footer><p>A local stand-in for the service, for development and tests. <a href="/docs">Interface reference</a></p></footer>
</body>
</html>
`;
}

/** Where a button leads, and what is on it; `fields` go with it. */
interface ButtonOptions {
  readonly path: string;
  readonly label: string;
  /** Heard, not seen. */
  readonly says?: string;
  readonly kind?: 'plain' | 'danger';
  readonly fields?: Content;
}

/** A button that sends an action. Without `fields` nothing but the session's own proof is sent. */
export function button(session: Session, { path, label, says, kind = 'plain', fields }: ButtonOptions): Html {
  return html`<form method="post" action="${ROOT}${path}">${proof(session)}${fields}<button class="${kind}">${label}${hidden(says)}</button></form>`;
}

/** Goes into every form: shows that the form came from a page of this session, and of which epoch. */
export function proof(session: Session): Html {
  return html`<input type="hidden" name="csrf" value="${session.proof}">`;
}

/** A link below the dashboard; `says` is heard, not seen, where many links have the same text. */
export function link(path: string, label: Content, says?: string): Html {
  return html`<a href="${ROOT}${path}">${label}${hidden(says)}</a>`;
}

/** Where the form is below the list: the way down to it. */
export function jump(id: string, label: string): Html {
  return html`<p class="jump"><a href="#${id}">${label}</a></p>`;
}

const hidden = (says: string | undefined) => says && html`<span class="hidden"> ${says}</span>`;

/** A title of more characters, such as that of a long key, would fill a page. */
const LONG = 80;

/** So many projects stand beside one another. */
const FEW = 2;

function account(session: Session): Html {
  const { caller, isAdmin } = session;
  const { projectIds } = caller;
  const names = projectIds.map((id) => html`<li>${line(id)}</li>`);
  return html`<div class="account">
<div class="who">
${isAdmin && html`<span class="badge">Admin</span>`}
${
  projectIds.length > FEW
    ? html`<details class="projects"><summary>${projectIds.length} projects</summary><ul>${names}</ul></details>`
    : html`<span class="muted">${projectIds.length === 1 ? 'Project' : 'Projects'}</span><ul class="projects">${names}</ul>`
}
</div>
${button(session, { path: '/sign-out', label: 'Sign out' })}
</div>`;
}

function navigation(path: string, hasCluster: boolean): Html {
  const items = [...SECTIONS, ...(hasCluster ? [OF_A_CLUSTER] : [])].map(([to, label]) => {
    const isHere = path === ROOT + to || path.startsWith(`${ROOT + to}/`);
    return html`<li><a href="${ROOT}${to}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  });
  return html`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}
