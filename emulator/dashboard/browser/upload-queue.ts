import { plural } from '../../domain/counts';
import { approximateSize } from '../sizes';
import { make, say } from './make';
import type { UploadItem } from './upload-requests';

/** Beyond this number of files, one that is uploaded leaves the list. */
const MOST_ROWS = 200;

export const sizeOf = (bytes: number) => approximateSize(BigInt(bytes));

interface Row {
  readonly line: HTMLElement;
  readonly says: HTMLElement;
  readonly bar: HTMLProgressElement;
  readonly cancel: HTMLButtonElement;
}

/** The files of an upload as the page shows them: a line for each, and their sum. */
export class UploadQueue {
  readonly #rows = new Map<UploadItem, Row>();
  readonly #summary: HTMLElement;
  readonly #total: HTMLProgressElement;
  readonly #list: HTMLElement;
  readonly cancelAll: HTMLButtonElement;
  items: readonly UploadItem[] = [];
  isRunning = false;

  constructor(private readonly element: HTMLElement) {
    const part = <Name extends keyof HTMLElementTagNameMap>(name: Name) => {
      const found = element.querySelector(name);
      if (!found) throw new Error(`The queue has no ${name}.`);
      return found;
    };
    this.#summary = part('p');
    this.#total = part('progress');
    this.#list = part('ul');
    this.cancelAll = part('button');
  }

  begin(items: readonly UploadItem[]): void {
    this.#rows.clear();
    this.#list.replaceChildren();
    this.element.hidden = false;
    this.items = items;
    this.isRunning = true;
    if (items.length <= MOST_ROWS) for (const item of items) this.tell(item, `waiting, ${sizeOf(item.file.size)}`);
    this.sumUp();
  }

  end(): void {
    this.isRunning = false;
    this.sumUp();
  }

  /** Shows the state of a file, and a text about it. */
  tell(item: UploadItem, text: string): void {
    const { says, bar, cancel, line } = this.#rows.get(item) ?? this.#addRow(item);
    const { state } = item;
    says.textContent = text;
    says.className = state === 'failed' ? 'problem' : 'muted';
    bar.hidden = state !== 'sending';
    if (state !== 'waiting' && state !== 'sending' && cancel.isConnected) {
      const hadFocus = cancel === document.activeElement;
      cancel.remove();
      if (hadFocus) this.cancelAll.focus();
    }
    if (state === 'done' && this.items.length > MOST_ROWS) line.remove();
    this.sumUp();
  }

  stop(item: UploadItem): void {
    if (item.request && item.state === 'sending') item.request.abort();
    else if (item.state === 'waiting') {
      item.state = 'cancelled';
      this.tell(item, 'cancelled');
    }
  }

  sumUp(): void {
    const { items } = this;
    const count = (state: UploadItem['state']) => items.filter((item) => item.state === state).length;
    const wanted = items.filter(({ state }) => state !== 'failed' && state !== 'cancelled');
    const bytes = wanted.reduce((sum, { file }) => sum + file.size, 0);
    const sent = wanted.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
    this.#total.max = Math.max(bytes, 1);
    this.#total.value = sent;
    this.#total.hidden = !this.isRunning;
    this.cancelAll.hidden = !this.isRunning;
    for (const [{ sentBytes }, { bar }] of this.#rows) bar.value = sentBytes;
    const others = (['failed', 'cancelled'] as const).map((state) =>
      count(state) > 0 ? `, ${count(state)} ${state}` : '',
    );
    const files = (many: number) => `${many} ${plural(many, 'file')}`;
    const progress = `${count('done')} of ${files(items.length)}, ${sizeOf(sent)} of ${sizeOf(bytes)}${others.join('')}`;
    say(this.#summary, this.isRunning ? progress : `${files(count('done'))} uploaded${others.join('')}.`);
  }

  #addRow(item: UploadItem): Row {
    const line = make('li');
    const says = make('span', { className: 'muted' });
    const bar = make('progress', { max: Math.max(item.file.size, 1), value: 0 });
    bar.setAttribute('aria-label', item.path);
    const cancel = make('button', { type: 'button', textContent: 'Cancel', onclick: () => this.stop(item) });
    cancel.append(make('span', { className: 'hidden', textContent: ` ${item.path}` }));
    line.append(make('bdi', { className: 'name', textContent: item.path }), says, bar, cancel);
    this.#list.append(line);
    const row = { line, says, bar, cancel };
    this.#rows.set(item, row);
    return row;
  }
}
