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
