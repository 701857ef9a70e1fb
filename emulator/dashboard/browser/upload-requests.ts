import { parse } from './make';

/** A file that was chosen, with its path below the folder that is shown. */
export interface ChosenFile {
  readonly file: File;
  readonly path: string;
}

export interface UploadItem extends ChosenFile {
  readonly key: string;
  readonly replaces: boolean;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  sentBytes: number;
  request?: XMLHttpRequest;
}

const SIGNED_OUT = 'You were signed out: reload the page to sign in.';

const hiddenFields = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')].map(({ name, value }) => [name, value] as const);

function reasonOf(page: Document): string {
  const found = page.querySelector('.problems li, main .problem, main .card p, main .notice');
  return found?.textContent ?? 'The emulator does not respond as it should.';
}

/** Asks whether files may be uploaded, beside `plannedBytes` of others. Returns a problem for each, or `''`. Throws if it cannot be asked. */
export async function check(form: HTMLFormElement, items: readonly UploadItem[], plannedBytes: number) {
  const body = new URLSearchParams(hiddenFields(form).map(([...pair]) => pair));
  body.set('planned', `${plannedBytes}`);
  if (items[0]?.replaces) body.set('replace', 'yes');
  for (const { key, file } of items) {
    body.append('key', encodeURIComponent(key));
    body.append('size', `${file.size}`);
  }
  const response = await fetch(`${form.action}/check`, { method: 'POST', body });
  const page = parse(await response.text());
  const found = [...page.querySelectorAll('.checked li')];
  if (response.redirected) throw new Error(SIGNED_OUT);
  if (!response.ok || found.length !== items.length) throw new Error(reasonOf(page));
  return found.map(({ textContent }) => textContent ?? '');
}

/** Uploads a file. Resolves with a problem; undefined: it is stored; `cancelled`: the request was aborted. `progress` is called as it goes on. */
export function send(form: HTMLFormElement, item: UploadItem, progress: () => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const body = new FormData();
    for (const [name, value] of hiddenFields(form)) body.append(name, value);
    body.append('key', encodeURIComponent(item.key));
    body.append('size', `${item.file.size}`);
    if (item.replaces) body.append('replace', 'yes');
    body.append('file', item.file);
    const request = new XMLHttpRequest();
    item.request = request;
    request.upload.addEventListener('progress', ({ loaded }) => {
      item.sentBytes = Math.min(loaded, item.file.size);
      progress();
    });
    request.addEventListener('load', () => {
      if (request.responseURL.endsWith('/sign-in')) resolve(SIGNED_OUT);
      else resolve(request.status === 200 ? undefined : reasonOf(parse(request.responseText)));
    });
    request.addEventListener('error', () => resolve('The connection broke, or the file cannot be read any more.'));
    request.addEventListener('abort', () => resolve('cancelled'));
    request.open('POST', form.action);
    request.send(body);
  });
}
