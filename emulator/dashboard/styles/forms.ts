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
.folded > summary { font-weight: 600; }
.folded > .stack { margin-top: 1.125rem; }
.submit, .choices { display: flex; flex-wrap: wrap; gap: .75rem 1.25rem; align-items: center; margin-bottom: 0; }
.lead.choices { margin-bottom: 1.25rem; }
.filter { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; }
.filter .field { flex: 1 1 9rem; min-width: 0; max-width: 14rem; }
@media (max-width: 40rem) { .filter .field { flex-basis: calc(50% - .5rem); max-width: none; } }
button { min-height: 2.5rem; padding: .4375rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--edge); border-radius: 6px; background: var(--surface); color: inherit; cursor: pointer; }
[hidden] { display: none !important; }
button:hover { background: var(--sunken); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button.danger { background: var(--danger); border-color: var(--danger); color: var(--on-danger); }
button:disabled, button:disabled:hover { background: none; color: var(--muted); border-color: var(--line); cursor: default; }
button.primary:hover, button.danger:hover { filter: brightness(.92); }
.account button, .actions button, .live button { min-height: 2rem; padding: .125rem .75rem; font-size: .875rem; }
.live button { min-height: 1.75rem; font-weight: 400; }
`;
