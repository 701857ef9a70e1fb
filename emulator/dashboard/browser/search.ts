/**
 * Completes the last term of a search: a `datalist` completes whole values only, so the terms before it are put in front of each
 * choice. Without this script the list completes a search of one term.
 */
export function completeSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[type="search"][list]');
  const list = field?.list;
  if (!field || !list) return;
  const terms = [...list.querySelectorAll('option')].map(({ value }) => value);
  let before = '';
  field.addEventListener('input', () => {
    // A space within quotes ends no term.
    const [, done = ''] = /^((?:[^\s"]|"[^"]*"|\s)*\s)?/.exec(field.value) ?? [];
    if (done === before) return;
    before = done;
    for (const [index, option] of list.querySelectorAll('option').entries()) option.value = done + terms[index];
  });
}
