import { make } from './make';

/** How long a button shows that it has copied, in milliseconds. */
const SHOWN_MS = 1500;

/** Makes the buttons that copy the text of the element before them work. */
export function offerCopies(): void {
  const voice = make('p', { className: 'hidden' });
  voice.setAttribute('aria-live', 'polite');
  document.body.append(voice);
  document.addEventListener('click', async ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('.copy') : null;
    const beside = button?.previousElementSibling;
    if (!button || !beside) return;
    try {
      await copy(beside);
      button.dataset.copied = '';
      voice.textContent = 'Copied';
    } catch {
      select(beside);
      voice.textContent = 'Not copied: the text is selected';
    }
    setTimeout(() => {
      delete button.dataset.copied;
      voice.textContent = '';
    }, SHOWN_MS);
  });
}

/** Browsers have a clipboard on HTTPS and loopback addresses only. */
async function copy(element: Element): Promise<void> {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(element.textContent ?? '');
  select(element);
  if (!document.execCommand('copy')) throw new Error('not copied');
}

const select = (element: Element) => getSelection()?.selectAllChildren(element);
