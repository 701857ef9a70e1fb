import { type Html, html } from './html';

/** A time for people, in UTC to the minute, with the exact time in its `datetime`. */
export function time(ms: number): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}"><span>${exact.slice(0, 10)}</span> <span>${exact.slice(11, 16)} UTC</span></time>`;
}

/** A time, to the millisecond. */
export function clock(ms: number): Html {
  const exact = new Date(ms).toISOString();
  return html`<time datetime="${exact}"><span>${exact.slice(0, 10)}</span> <span>${exact.slice(11, 23)} UTC</span></time>`;
}
