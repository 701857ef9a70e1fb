import { createHash } from 'node:crypto';

/** The one stylesheet. Colours are chosen for a contrast of at least 4.5 to 1, light and dark. */
export const STYLESHEET = `
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
html { font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--ground); color: var(--text); }
h1 { margin: 0 0 .25rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere; }
h1 + .card { margin-top: 1.25rem; }
h2 { margin: 0 0 1rem; font-size: 1.125rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
code, pre { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.muted, .hint, .lead, .empty { color: var(--muted); }
.lead { max-width: 46rem; margin-bottom: 1.5rem; }
.skip { position: absolute; left: 1rem; top: -5rem; z-index: 1; padding: .5rem 1rem; background: var(--accent); color: var(--on-accent); border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }

header { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar, nav[aria-label="Sections"], main, footer { width: 100%; max-width: 84rem; margin-inline: auto; padding-inline: clamp(1rem, 3vw, 2rem); }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1.5rem; padding-block: .75rem; }
.brand { display: inline-flex; align-items: center; gap: .625rem; color: inherit; font-weight: 700; font-size: 1.125rem; text-decoration: none; }
.brand span { color: var(--muted); font-weight: 400; }
.account { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; min-width: 0; }
.account p { margin: 0; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 .25rem; margin: 0 -.75rem; padding: 0; list-style: none; }
nav[aria-label="Sections"] a { display: block; padding: .5rem .75rem; border-bottom: 3px solid transparent; color: var(--muted); text-decoration: none; }
nav[aria-label="Sections"] a:hover { color: var(--text); border-color: var(--line); }
nav[aria-label="Sections"] a[aria-current] { color: var(--text); border-color: var(--accent); font-weight: 600; }
main { flex: 1; padding-block: 2rem 3rem; }
footer { padding-block: 1rem; color: var(--muted); font-size: .875rem; }
footer p { margin: 0; }

.card { margin-bottom: 1.5rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); }
.card > :last-child { margin-bottom: 0; }
.narrow { max-width: 34rem; }
.empty { margin: 0; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
.columns > *, .columns .card { min-width: 0; margin-bottom: 0; }
.columns .card + .card, .columns + p { margin-top: 1.5rem; }
@media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 1fr) 22rem; } }
.flash, .notice { padding: .75rem 1rem; border-radius: 8px; border-left: 4px solid var(--good); background: var(--surface); overflow-wrap: anywhere; }
.flash { margin: .75rem 0 1.25rem; box-shadow: var(--shadow); outline: 1px solid var(--line); outline-offset: -1px; }
.notice { border-left-color: var(--poor); background: var(--notice); }

.table { position: relative; padding: 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
caption { padding: 1rem 1.25rem .75rem; text-align: left; font-weight: 600; }
th, td { padding: .625rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th { background: var(--sunken); color: var(--muted); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 600; }
th code, td code { white-space: nowrap; }
time span { white-space: nowrap; }
.path code { white-space: normal; }
tbody th code { font-size: .8125rem; font-weight: 400; color: var(--muted); }
tbody tr:hover { background: color-mix(in srgb, var(--sunken) 50%, transparent); }
.text { min-width: 6.5rem; overflow-wrap: anywhere; }
.actions { white-space: nowrap; }
.actions a { margin-right: .5rem; }
@media (max-width: 40rem) {
  table, caption, tbody, tr, tbody th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); }
  tbody tr { padding: .75rem 1.25rem; border-top: 1px solid var(--line); }
  tbody th, td { padding: .125rem 0 !important; border: 0; }
  td:empty { display: none; }
}
.pager { display: flex; gap: 1rem; margin-top: 1rem; }

.stack > * + * { margin-top: 1.125rem; }
.field label, legend { display: block; padding: 0; margin-bottom: .25rem; font-weight: 600; }
.field .hint, .field .problem { margin: 0 0 .375rem; font-size: .875rem; }
fieldset { margin: 0; padding: 0; border: 0; }
.field .check { display: flex; gap: .5rem; align-items: baseline; margin: .375rem 0 0; font-weight: 400; overflow-wrap: anywhere; }
input:not([type="checkbox"]), select, textarea {
  width: 100%; min-height: 2.5rem; padding: .4375rem .625rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--edge); border-radius: 6px;
}
::placeholder { color: var(--muted); opacity: 1; }
textarea { display: block; font-family: ui-monospace, Menlo, Consolas, monospace; resize: vertical; }
.masked { -webkit-text-security: disc; }
.field:has(.reveal:checked) .masked { -webkit-text-security: none; }
input[type="checkbox"] { flex: none; width: 1rem; height: 1rem; accent-color: var(--accent); translate: 0 .125rem; }
[aria-invalid="true"] { border-color: var(--danger) !important; border-width: 2px !important; }
fieldset[aria-invalid="true"] { padding-left: .75rem; border: 0; border-left: 3px solid var(--danger) !important; }
.problem { color: var(--danger); font-weight: 600; }
.problems { padding: .75rem 1rem; background: var(--danger-soft); border-left: 4px solid var(--danger); border-radius: 8px; }
.problems p { margin: 0; font-weight: 600; }
.problems ul { margin: .25rem 0 0; padding-left: 1.25rem; }
.problems a { color: var(--danger); }
.side-by-side { display: grid; grid-template-columns: 1fr 7rem; gap: .75rem; align-items: end; }
.submit, .choices { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-bottom: 0; }
.filter { display: flex; flex-wrap: wrap; gap: 1rem; align-items: end; }
.filter .field { flex: 1 1 10rem; max-width: 16rem; }
button { min-height: 2.5rem; padding: .4375rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; cursor: pointer; }
button:hover { background: var(--sunken); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
button.primary:hover, button.danger:hover { filter: brightness(.92); }
.account button, .actions button { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; }

.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .5rem 1.5rem; margin: 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: .75rem; } }
.once { display: inline-block; padding: .375rem .625rem; background: var(--sunken); border-radius: 6px; user-select: all; }
pre { margin: 0; padding: .75rem 1rem; background: var(--sunken); border-radius: 6px; white-space: pre-wrap; }
meter { width: 8rem; max-width: 100%; height: .875rem; vertical-align: middle; }
.use { white-space: nowrap; font-variant-numeric: tabular-nums; }
.folders { margin-bottom: 1rem; }
.folders ul { margin: 0; gap: 0 .25rem; }
.folders li + li::before { content: "› "; color: var(--muted); }
.status { font-variant-numeric: tabular-nums; font-weight: 600; }
.good { color: var(--good); } .poor { color: var(--poor); } .bad { color: var(--danger); }
.operation { scroll-margin-top: 1rem; }
.operation h3 { margin: 0 0 .5rem; font-size: 1rem; }
.operation h3 code { font-size: 1rem; font-weight: 600; }
.operation h4 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
.operation .card { margin: .75rem 0 0; box-shadow: none; }
@media (forced-colors: active) { button, .card { border: 1px solid; } }
`;

/** Its path below the dashboard: another text, another path. */
export const STYLESHEET_PATH = `/style-${createHash('sha256').update(STYLESHEET).digest('hex').slice(0, 12)}.css`;

/** The mark: a coffer with its lock. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a5a8c" d="M5 12a7 7 0 0 1 7-7h8a7 7 0 0 1 7 7v2H5z"/><path fill="#2b86bf" d="M5 15h22v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z"/><circle cx="16" cy="17" r="3.5" fill="#f6c445"/><path fill="#f6c445" d="M14.9 17h2.2l.9 6h-4z"/></svg>`;
