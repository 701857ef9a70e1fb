import { createHash } from 'node:crypto';
import { CONTENT } from './styles/content';

/** Colours, type, and the frame of every page. Colours have a contrast of at least 4.5 to 1, light and dark. */
export const BASE = `
:root {
  color-scheme: light dark;
  --ground: #f5f6f8; --surface: #fff; --sunken: #eef0f4; --line: #d3d9e2; --edge: #78859a;
  --text: #18212f; --muted: #525f73; --accent: #0a5a8c; --on-accent: #fff;
  --danger: #a8201a; --on-danger: #fff; --danger-soft: #fcebea; --good: #13653a; --poor: #855000; --notice: #fff4d6;
  --shadow: 0 1px 2px #18212f14, 0 4px 16px #18212f0d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10151c; --surface: #19202a; --sunken: #222b37; --line: #323d4c; --edge: #7c8ca3;
    --text: #e7ebf1; --muted: #a6b1c2; --accent: #7cc4f2; --on-accent: #06202f;
    --danger: #ff9d95; --on-danger: #380806; --danger-soft: #3a1f20; --good: #7fd6a2; --poor: #f0c070; --notice: #3b3118;
    --shadow: none;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); overflow-wrap: break-word; }
.title { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1.5rem; margin-bottom: .25rem; }
h1 { margin: 0; min-width: 0; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
h1.long { font-size: 1.125rem; line-height: 1.35; letter-spacing: 0; }
:is(.title, .world) + :is(.card, .sheet) { margin-top: 1.25rem; }
.live { display: none; margin: 0; font-size: .875rem; }
.live[data-on] { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; }
.world { margin: 0 0 .75rem; font-size: .875rem; overflow-wrap: anywhere; }
.world:empty { display: none; }
h2 { margin: 0 0 1rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted, .hint, .lead, .empty { color: var(--muted); }
.lead { max-width: 46rem; margin-bottom: 1.5rem; }
.crumbs { margin: 0 0 .5rem; font-size: .875rem; }
.skip { position: absolute; left: 1rem; top: -5rem; z-index: 2; padding: .5rem 1rem; background: var(--accent); color: var(--on-accent); border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }

header { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar, nav[aria-label="Sections"], main, footer { width: 100%; max-width: 96rem; margin-inline: auto; padding-inline: clamp(1rem, 3vw, 2rem); }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; padding-block: .75rem; }
.brand { display: inline-flex; align-items: center; gap: .625rem; color: inherit; font-weight: 700; font-size: 1.125rem; text-decoration: none; }
.brand span { color: var(--muted); font-weight: 400; }
.account, .who { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; min-width: 0; font-size: .9375rem; }
.projects { position: relative; min-width: 0; margin: 0; padding: 0; list-style: none; }
ul.projects { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.projects li { min-width: 0; }
.projects bdi.line { max-width: min(16rem, 70vw); }
details.projects ul { position: absolute; right: 0; z-index: 1; max-height: 60vh; overflow-y: auto; margin: .25rem 0 0; padding: .5rem 1rem; list-style: none; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow); }
nav ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin: 0 -.75rem; padding: 0; list-style: none; }
nav[aria-label="Sections"] a { display: block; padding: .5rem .75rem; border-bottom: 3px solid transparent; color: var(--muted); text-decoration: none; }
nav[aria-label="Sections"] a:hover { color: var(--text); border-color: var(--line); }
nav[aria-label="Sections"] a[aria-current] { color: var(--text); border-color: var(--accent); text-shadow: .02em 0 currentColor; }
@media (max-width: 40rem) {
  .bar { display: grid; grid-template-columns: minmax(0, 1fr) auto; column-gap: .75rem; }
  .brand { font-size: 1rem; }
  .account { display: contents; }
  .who { grid-area: 2 / 1 / 3 / 3; }
  nav[aria-label="Sections"] ul { display: grid; grid-template-columns: repeat(3, auto); justify-content: space-between; margin: 0 -.5rem; font-size: .9375rem; }
  nav[aria-label="Sections"] a { padding-inline: .5rem; }
  details.projects ul { right: auto; left: 0; }
}
main { flex: 1; padding-block: 1.75rem 3rem; }
main:has(> .alone) { padding-top: min(10vh, 6rem); }
main:has(> .alone) > * { max-width: 34rem; margin-inline: auto; }
footer { padding-block: 1rem; color: var(--muted); font-size: .875rem; }
footer p { margin: 0; }
@media (forced-colors: active) { button, .card { border: 1px solid; } }
`;

/** Forms, their fields and problems, and buttons. */
export const FORMS = `
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.125rem; }
.stack > * { margin: 0; }
.field label, legend { display: block; padding: 0; margin-bottom: .25rem; font-weight: 600; }
.field .hint, .field .problem { margin: 0 0 .375rem; font-size: .875rem; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
.choices-list { max-height: 15rem; overflow-y: auto; overflow-x: hidden; padding: .125rem .25rem; }
.field .check { display: flex; gap: .5rem; align-items: baseline; margin: .375rem 0 0; font-weight: 400; overflow-wrap: anywhere; }
.check span { min-width: 0; }
input:not([type="checkbox"]), select, textarea {
  width: 100%; min-width: 0; min-height: 2.5rem; padding: .4375rem .625rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 6px;
}
input[type="file"] { padding: .375rem; font-size: .875rem; text-overflow: ellipsis; overflow: hidden; }
input::file-selector-button { margin-right: .75rem; padding: .25rem .75rem; font: inherit; color: inherit; border: 1px solid var(--edge); border-radius: 4px; background: var(--sunken); cursor: pointer; }
::placeholder { color: var(--muted); opacity: 1; }
textarea { display: block; font-family: ui-monospace, Menlo, Consolas, monospace; resize: vertical; }
.masked { -webkit-text-security: disc; }
.field:has(.reveal:checked) .masked { -webkit-text-security: none; }
input[type="checkbox"] { flex: none; width: 1rem; height: 1rem; margin: 0; accent-color: var(--accent); translate: 0 .125rem; }
[aria-invalid="true"] { border-color: var(--danger) !important; border-width: 2px !important; }
fieldset[aria-invalid="true"] { padding-left: .75rem; border: 0; border-left: 3px solid var(--danger) !important; }
.problem { color: var(--danger); font-weight: 600; overflow-wrap: anywhere; }
.problems { padding: .75rem 1rem; background: var(--danger-soft); border-left: 4px solid var(--danger); border-radius: 8px; overflow-wrap: anywhere; }
.problems p { margin: 0; font-weight: 600; }
.problems ul { margin: .25rem 0 0; padding-left: 1.25rem; }
.problems a { color: var(--danger); }
.side-by-side { display: grid; grid-template-columns: minmax(0, 1fr) 7rem; gap: .75rem; align-items: end; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1rem; align-items: end; }
.grid.two { grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1.25rem 2rem; }
.grid label { font-size: .9375rem; }
.region + .grid, .grid + .choices { margin-top: 1.25rem; }
@media (min-width: 40rem) { .grid { grid-template-columns: repeat(auto-fill, minmax(12rem, 1fr)); column-gap: 1.5rem; } }
.grid.settings { grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); gap: 1.25rem 2rem; }
.folded > summary { font-weight: 600; }
.folded > .stack { margin-top: 1.125rem; }
.submit, .choices { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-bottom: 0; }
.lead.choices { margin-bottom: 1.25rem; }
.filter { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
.filter .field { flex: 1 1 9rem; min-width: 0; max-width: 14rem; }
@media (max-width: 40rem) { .filter .field { flex-basis: calc(50% - .5rem); max-width: none; } }
button { min-height: 2.5rem; padding: .4375rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; cursor: pointer; }
a.button { display: inline-block; padding: .4375rem 1rem; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; text-decoration: none; }
a.button:hover { background: var(--sunken); }
a.button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
a.button.danger:hover { filter: brightness(.92); }
[hidden] { display: none !important; }
button:hover { background: var(--sunken); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
button:disabled, button:disabled:hover { background: none; color: var(--muted); border-color: var(--line); cursor: default; }
button.primary:hover, button.danger:hover { filter: brightness(.92); }
.account button, .actions button, .live button { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; }
.live button { min-height: 1.75rem; font-weight: 400; }
`;

export const STYLESHEET = BASE + CONTENT + FORMS;

/** Its path below the dashboard, which changes with its text. */
export const STYLESHEET_PATH = `/style-${createHash('sha256').update(STYLESHEET).digest('hex')}.css`;

/** The icon: a coffer with its lock. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a5a8c" d="M5 12a7 7 0 0 1 7-7h8a7 7 0 0 1 7 7v2H5z"/><path fill="#2b86bf" d="M5 15h22v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z"/><circle cx="16" cy="17" r="3.5" fill="#f6c445"/><path fill="#f6c445" d="M14.9 17h2.2l.9 6h-4z"/></svg>`;
