import type { Beginning, Epoch } from '../domain/epoch';
import { shortened } from '../domain/told-name';
import { type Content, type Html, html, line, visible } from './html';
import { page, type Reply, ROOT } from './reply';
import { SCRIPT_PATH } from './script';
import type { Session } from './sessions';
import { STYLESHEET_PATH } from './stylesheet';

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

interface Head {
  readonly title: string;
  readonly path: string;
  readonly flash?: string | undefined;
  readonly alert?: Content;
  readonly epoch?: Epoch | undefined;
}

/** The frame of a page. Without a session it has no navigation. */
export function layout({ title, path, flash, alert, epoch }: Head, body: Html, session: Session | undefined): Html {
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
${session && navigation(path)}
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

interface ButtonOptions {
  readonly path: string;
  readonly label: string;
  /** Text for screen readers only. */
  readonly says?: string;
  readonly kind?: 'plain' | 'danger';
  readonly fields?: Content;
}

/** A button that sends an action. Without `fields` it sends only the proof of the session. */
export function button(session: Session, { path, label, says, kind = 'plain', fields }: ButtonOptions): Html {
  return html`<form method="post" action="${ROOT}${path}">${proof(session)}${fields}<button class="${kind}">${label}${hidden(says)}</button></form>`;
}

/** A hidden field of every form. It proves that the form is from a page of this session, and shows its epoch. */
export const proof = (session: Session) => html`<input type="hidden" name="csrf" value="${session.proof}">`;

/** A link below the dashboard. `says` is text for screen readers, to distinguish links with equal labels. */
export function link(path: string, label: Content, says?: string): Html {
  return html`<a href="${ROOT}${path}">${label}${hidden(says)}</a>`;
}

/** A path below the dashboard with a query. Leaves out what is empty, and the first page. */
export function toPath(path: string, query: Readonly<Record<string, string | number>>): string {
  const told = Object.entries(query).filter(([name, value]) => value !== '' && (name !== 'page' || value !== 1));
  const pairs = new URLSearchParams(told.map(([name, value]): [string, string] => [name, `${value}`]));
  return pairs.size === 0 ? path : `${path}?${pairs}`;
}

/** A link that looks like what it does: a button, red for what is gone for good. */
export function buttonLink(path: string, label: string, kind: 'plain' | 'danger' = 'plain'): Html {
  return html`<a class="button ${kind}" href="${ROOT}${path}">${label}</a>`;
}

/** Links to other pages of a list; nothing for a list of one page. */
export function pager(label: string, links: readonly Content[]): Content {
  const others = links.filter(Boolean).map((each) => html`${each} `);
  return others.length > 0 && html`<nav class="pager" aria-label="${label}">${others}</nav>`;
}

export const jump = (id: string, label: string) => html`<p class="jump"><a href="#${id}">${label}</a></p>`;

const hidden = (says: string | undefined) => says && html`<span class="hidden"> ${says}</span>`;

/** Longest title, in characters. A longer one, such as that of a long key, would fill a page. */
const LONG = 80;

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

function navigation(path: string): Html {
  const items = SECTIONS.map(([to, label]) => {
    const isHere = path === ROOT + to || path.startsWith(`${ROOT + to}/`);
    return html`<li><a href="${ROOT}${to}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  });
  return html`<nav aria-label="Sections"><ul>${items}</ul></nav>`;
}

/**
 * A part of a page that the script refreshes from the path `from`. Forms must be outside of it. Without the script it does not change.
 * `everyMs` is the interval in milliseconds, if it differs from the script's own.
 */
export function region(name: string, from: string, content: Content, everyMs?: number): Html {
  return html`<div class="region" data-region="${name}" data-from="${ROOT}${from}"${everyMs !== undefined && html` data-every="${everyMs}"`}>${content}</div>`;
}

interface Question {
  readonly title: string;
  readonly says: Content;
  readonly path: string;
  readonly back: string;
  readonly label?: string;
  readonly fields?: Content;
}

/** A page that asks for confirmation before a deletion and needs no script. `fields` are added to its form. */
export function confirmation(session: Session, { title, says, path, back, label = 'Delete', fields }: Question): Reply {
  return page(
    title,
    html`<div class="card narrow">${typeof says === 'string' ? html`<p>${says}</p>` : says}
<div class="choices">${button(session, { path, label, kind: 'danger', fields })}<a href="${ROOT}${back}">Keep it</a></div></div>`,
  );
}

/** Longest name of a test that is shown, in characters. A name may be a page long. */
const LONGEST = 200;

const SAYS = {
  reset: { alone: 'Reset', inText: 'The emulator was reset' },
  restore: { alone: 'Restored from a snapshot', inText: 'The emulator was restored from a snapshot' },
} as const;

/** The line above every page: the time and the cause of the last replacement of everything. The script refreshes it. */
export function worldLine({ number, beginning }: Epoch): Html {
  const says = beginning && html`${SAYS[beginning.by].alone} ${whenAndWho(beginning)}`;
  return html`<p class="world muted" role="status" data-region="world" data-world="${number}">${says}</p>`;
}

/** The reason why a form from an earlier epoch has no effect (E12). */
export function staleNotice({ beginning }: Epoch): Html {
  if (!beginning) return html`This form was not made by this emulator as it is now: nothing was done.`;
  return html`${SAYS[beginning.by].inText} ${whenAndWho(beginning)}, after this page was opened: nothing was done.`;
}

function whenAndWho({ at, who }: Beginning): Html {
  const exact = new Date(at).toISOString();
  const by = who !== undefined && html` by “<bdi class="name">${shortened(visible(who), LONGEST)}</bdi>”`;
  return html`at <time datetime="${exact}" title="${exact}">${exact.slice(11, 19)} UTC</time>${by}`;
}
