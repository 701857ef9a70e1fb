/** Shows rows as blocks whose lines have labels. */
const BLOCKS = `
  table, caption, tbody, tbody th, td { display: block; }
  thead { display: none; }
  tbody tr { display: block; padding: .75rem 1.25rem; border-top: 1px solid var(--line); }
  tbody th, tbody td { padding: .1875rem 0 !important; border: 0; white-space: normal !important; }
  tbody th { margin-bottom: .25rem; overflow-wrap: anywhere; }
  tbody tr td { position: relative; min-width: 0 !important; padding-left: 7rem !important; text-align: left; }
  td:not(.tick)::before { content: attr(data-label); position: absolute; left: 0; color: var(--muted); font-size: .875rem; }
  td:empty { display: none; }
  td :is(.path, .fault) { min-width: 0; }
  tbody td[role] bdi.line { max-width: 100%; }
  td .share { white-space: normal; }
  tbody tr td.actions { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .5rem 0 0 !important; }
  td.actions::before, .between td::before { content: none; }
  tbody tr.between td { padding-left: 0 !important; grid-column: 1 / -1; }
  tbody tr:has(.tick) { position: relative; padding-left: 3rem; }
  tbody tr td.tick { position: absolute; left: 1.25rem; width: auto; padding: .1875rem 0 !important; }
  td.actions a { padding-block: .25rem; margin: 0; }
`;

/** Shows rows as blocks with two lines side by side, and the actions beside the name. */
const PAIRS = `
  tbody tr { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 1.5rem; }
  tbody th:not(:has(~ .actions)), td.text:last-child { grid-column: 1 / -1; }
  tbody tr td.actions { grid-area: 1 / 2; justify-content: flex-end; padding: .1875rem 0 !important; }
  td.actions a { padding: 0; }
`;

/** Shows each request of the journal in two lines: what it was and how it ended, and below them its path; in a third one why it was refused. */
const REQUESTS = `
  .requests tbody tr:not(.between) { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 .75rem; padding-block: .5rem; }
  .requests tr:not(.between) > :is(th, td) { margin: 0; padding: .0625rem 0 !important; }
  .requests tr td::before { content: none !important; }
  .requests td:is(:nth-child(4), :nth-child(5), :nth-child(6)) { display: none; }
  .requests td:nth-child(8) { grid-area: 3 / 1 / 4 / 4; color: var(--muted); font-size: .8125rem; }
  .requests td:nth-child(7) { grid-area: 1 / 2; display: flex; gap: .375rem; align-items: baseline; }
  .requests .status { flex: none; }
  .requests td:nth-child(7) bdi.line { min-width: 0; max-width: none; }
  .requests td:nth-child(2) { grid-area: 1 / 3; color: var(--muted); font-size: .8125rem; }
  .requests td:nth-child(2) time span:first-child { display: none; }
  .requests td:nth-child(3) { grid-area: 2 / 1 / 3 / 4; }
  .requests .path { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
  .requests .path .name { white-space: pre; }
`;

/** Shows settings without what they decide, which is beside their fields. */
const DIFFERING = `
  .differing tr td:last-child { display: none; }
`;

/** Cards, tables and their content. A table without room for its columns becomes a list of blocks, by its own width. */
export const CONTENT = `
.card { margin-bottom: 1.5rem; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; box-shadow: var(--shadow); }
.card > :last-child { margin-bottom: 0; }
.narrow { max-width: 34rem; }
.empty { margin: 0; }
.columns { display: grid; gap: 1.5rem; align-items: start; }
.columns > *, .columns .card { min-width: 0; }
.columns > .card, .region > .card:last-child { margin-bottom: 0; }
.columns + p { margin-top: 1.5rem; }
@media (min-width: 40rem) and (max-width: 79.99rem) {
  .columns > .aside > .stack { grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 1.5rem; }
  .columns > .aside > .stack > :is(.submit, .problems, .hint) { grid-column: 1 / -1; }
}
@media (min-width: 80rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 22.5rem; }
  .columns > .content { grid-area: 1 / 1; }
  .columns > .aside { grid-area: 1 / 2; }
  .columns.two { grid-template-rows: auto 1fr; }
  .columns.two > .content { grid-area: 1 / 1 / 3 / 2; }
  .columns.two > .aside ~ .aside { grid-area: 2 / 2; }
}
.jump { margin-bottom: .75rem; }
@media (min-width: 80rem) { .jump { display: none; } }
.more { margin: 1rem 0 0; }
.flash, .notice { padding: .75rem 1rem; border-radius: 8px; border-left: 4px solid var(--good); background: var(--surface); overflow-wrap: anywhere; }
.flash { margin: .75rem 0 1.25rem; box-shadow: var(--shadow); outline: 1px solid var(--line); outline-offset: -1px; }
.notice { border-left-color: var(--poor); background: var(--notice); }

.content { container: content / inline-size; }
.table { container: table / inline-size; padding: 0; }
.table:has(.path) { container-name: wide; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption .muted { font-weight: 400; }
caption { padding: 1rem 1.25rem .75rem; text-align: left; font-weight: 600; overflow-wrap: anywhere; }
.count, .badge { padding: .0625rem .5rem; border-radius: 1rem; background: var(--sunken); color: var(--muted); font-size: .8125rem; font-weight: 400; white-space: nowrap; }
.count { margin-left: .375rem; }
th, td { padding: .625rem .5rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: 1.25rem; }
th:last-child, td:last-child { padding-right: 1.25rem; }
thead th { background: var(--sunken); color: var(--muted); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
thead a { color: inherit; text-decoration: none; }
thead a:hover { color: var(--text); text-decoration: underline; }
.arrow { display: inline-block; width: 1.5em; font-size: .8em; text-align: center; }
tbody th { font-weight: 600; }
tbody tr.between { background: var(--sunken); color: var(--muted); font-size: .875rem; }
tr.between time { margin-left: .5rem; }
tr.between td { padding-left: 1.25rem; }
tbody tr:hover { background: color-mix(in srgb, var(--sunken) 50%, transparent); }
time span, td.line, th.line { white-space: nowrap; }
.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.path code { font-size: .8125rem; }
td .path { min-width: 13rem; }
td .fault { display: block; min-width: 9rem; }
td.text { min-width: 7.5rem; }
th.text { min-width: 12.5rem; }
.text { overflow-wrap: anywhere; }
.actions { text-align: right; text-wrap: balance; }
.actions a + a, .actions form + a { margin-left: .625rem; }
.actions form { display: inline-block; }
.actions a + form { margin-left: .625rem; }
@container table (max-width: 50rem) {${BLOCKS}}
@container table (min-width: 38rem) and (max-width: 50rem) {${PAIRS}}
@container wide (max-width: 66rem) {${BLOCKS}}
@container wide (min-width: 38rem) and (max-width: 66rem) {${PAIRS}}
@container wide (max-width: 66rem) {${REQUESTS}}
@container table (max-width: 50rem) {${DIFFERING}}
@container content (max-width: 50rem) { .tools select { display: block !important; } }

.name { white-space: break-spaces; overflow-wrap: anywhere; unicode-bidi: isolate; }
.line { white-space: nowrap; }
bdi.line { display: inline-block; max-width: 9.25rem; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; unicode-bidi: isolate; }
td.text bdi.line { max-width: 11.25rem; }
.copyable { display: inline-flex; align-items: center; gap: .25rem; max-width: 100%; min-width: 0; vertical-align: bottom; }
.copyable code { min-width: 0; }
.id { display: inline-block; max-width: 9.5ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-weight: 400; color: var(--muted); user-select: all; }
.whole { user-select: all; }
/* The script keeps the place. */
.scripted { overflow-anchor: none; }
.copy { display: none; }
.scripted .copy { display: inline-grid; place-items: center; flex: none; width: 1.625rem; height: 1.625rem; min-height: 0; padding: 0; border: 0; border-radius: 6px; background: none; color: var(--muted); position: relative; }
.scripted .copy:hover { background: var(--sunken); color: var(--text); }
.scripted .copy[data-copied] { color: var(--good); background: var(--sunken); }
.tools { display: flex; flex-wrap: wrap; gap: .5rem; margin-bottom: .75rem; }
.tools input { flex: 1 1 12rem; width: auto; min-width: 0; max-width: 24rem; }
.card .tools input { max-width: none; }
.card .tools { margin: 0; }
.crumbs a + a { margin-left: .75rem; }
.tools select { display: none; flex: 1 1 10rem; width: auto; min-width: 0; }
.selection { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; margin-bottom: .75rem; padding: .375rem 0; }
.scripted .selection:has(~ .region input:checked) { position: sticky; top: 0; z-index: 1; padding-inline: .75rem; background: var(--surface); border: 1px solid var(--line); border-radius: 8px; box-shadow: var(--shadow); }
.selection .problem { flex: 1 0 100%; margin: 0; }
.selection .all { display: none; gap: .5rem; align-items: baseline; }
.scripted .selection .all { display: flex; }
.selection output:empty { display: none; }
.selection button { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; }
.tick { width: 2.5rem; }
.chosen { margin: 0 0 1rem; padding-left: 1.25rem; }
progress { width: 100%; height: .875rem; accent-color: var(--accent); }
.queue ul { margin: .75rem 0 0; padding: 0; list-style: none; }
.queue li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .125rem .75rem; padding: .5rem 0; border-top: 1px solid var(--line); font-size: .875rem; }
.queue li > :is(.name, .problem, progress) { grid-column: 1 / -1; }
.queue > p { margin: 0 0 .25rem; }
.queue button { min-height: 1.75rem; padding: .0625rem .625rem; font-size: .8125rem; justify-self: end; }
.dropping main { outline: 3px dashed var(--accent); outline-offset: -.5rem; }
.pager { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin-top: 1rem; }
.region > .table + .table, .region + .card { margin-top: 1.5rem; }
.region > .pager + .table, .region > .folders + .table { margin-top: 1rem; }

.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .5rem 1.5rem; margin: 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.facts + p { margin-top: 1rem; }
@media (max-width: 40rem) { .facts { grid-template-columns: minmax(0, 1fr); gap: 0; } .facts dd { margin-bottom: .75rem; } }
.once { display: inline-block; padding: .375rem .625rem; background: var(--sunken); border-radius: 6px; user-select: all; }
pre { margin: 0; padding: .75rem 1rem; background: var(--sunken); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; }
.block { position: relative; }
.block pre { word-break: break-all; }
.sheet { max-width: 60rem; }
.scripted .block pre { padding-right: 3rem; }
.scripted .block .copy { position: absolute; top: .5rem; right: .5rem; width: 2rem; height: 2rem; background: var(--surface); }
meter { display: block; width: 7.5rem; max-width: 100%; height: .875rem; }
.use { font-variant-numeric: tabular-nums; }
.lead .use { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; color: var(--text); }
.use .muted { font-size: .8125rem; white-space: nowrap; }
.share { white-space: nowrap; }
td .share { display: block; }
summary { cursor: pointer; }
.folders { margin-bottom: 1rem; }
.folders ul { margin: 0; gap: 0 .25rem; }
.folders li { min-width: 0; overflow-wrap: anywhere; }
.folders li + li::before { content: "› "; color: var(--muted); }
.status { font-variant-numeric: tabular-nums; font-weight: 600; }
.good { color: var(--good); } .poor { color: var(--poor); } .bad { color: var(--danger); }
.operation { scroll-margin-top: 1rem; }
.operation h3 { margin: 0 0 .5rem; font-size: 1rem; }
.operation h3 code { font-size: 1rem; font-weight: 600; }
.operation h4 { margin: 1.25rem 0 .5rem; font-size: .9375rem; }
.operation .card { margin: .75rem 0 0; box-shadow: none; }
`;
