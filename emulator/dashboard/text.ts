import { type Html, html } from './html';

/** Characters that nobody sees, or that turn the text around them: controls, marks of direction, line separators. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** A text of somebody else's in which nothing is hidden: `‹U+202E›` stands for the character of that number. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const number = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `‹U+${number}›`;
  });
}

/** The same as markup: spaces stay as they are, long words break, and what stands beside it keeps its direction. */
export function named(text: string): Html {
  return html`<bdi class="name">${visible(text)}</bdi>`;
}

/** The same where it is one of many: no more than three lines of it, all of it in the title. */
export function clamped(text: string): Html {
  return html`<span class="clamp" title="${visible(text)}">${named(text)}</span>`;
}

/** A short text that does not break: one that is too long for its place ends in dots. */
export function line(text: string): Html {
  return html`<bdi class="line" title="${visible(text)}">${visible(text)}</bdi>`;
}

/** An id, of which the beginning is shown. All of it is there to be selected, and goes to the clipboard by the button. */
export function id(text: string): Html {
  return html`<span class="copyable"><code class="id" title="${text}">${text}</code>${copyButton(text)}</span>`;
}

/** The same for what is shown in full. */
export function copyable(text: string): Html {
  return html`<span class="copyable"><code class="whole">${text}</code>${copyButton(text)}</span>`;
}

/** Copies the text of the element before it. Without a script there is no button to see. */
export function copyButton(says: string): Html {
  return html`<button type="button" class="copy" title="Copy">${COPY_ICON}<span class="hidden">Copy ${says}</span></button>`;
}

const COPY_ICON = html`<svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5"><rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 2.5h-6a2 2 0 0 0-2 2v6"/></svg>`;
