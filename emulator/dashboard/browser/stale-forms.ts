import { make } from './make';

/** The proof of forms as the page has it that was requested last; undefined before the first refresh. */
let newest: string | undefined;

const proofIn = (within: ParentNode) => within.querySelector<HTMLInputElement>('input[name="csrf"]');

/** Takes the proof of forms from a refreshed page. */
export function noteProof(page: Document): void {
  newest = proofIn(page)?.value;
}

/**
 * A form from before a reset is not sent at first: a notice asks the visitor to check what is in it, and then to send it again. On a page
 * that is not refreshed, or not yet, the script does not know of the reset, and the emulator refuses the form.
 */
export function guardForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const proof = proofIn(form);
    if (!newest || !proof || proof.value === newest || form.getAttribute('action')?.endsWith('/sign-out')) return;
    event.preventDefault();
    proof.value = newest;
    const cause = document.querySelector('.world')?.textContent ?? '';
    const notice = make('p', {
      className: 'notice',
      textContent: `${cause}, after this page was opened: nothing was done. Look over what you entered, and send it again.`,
    });
    notice.setAttribute('role', 'alert');
    form.querySelector(':scope > .notice')?.remove();
    form.prepend(notice);
    notice.scrollIntoView({ block: 'nearest' });
  });
}
