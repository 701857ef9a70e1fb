import { createHash } from 'node:crypto';
import { BASE } from './styles/base';
import { CONTENT } from './styles/content';
import { FORMS } from './styles/forms';

/** The stylesheet of all pages. */
export const STYLESHEET = BASE + CONTENT + FORMS;

/** Its path below the dashboard, which changes with its text. */
export const STYLESHEET_PATH = `/style-${createHash('sha256').update(STYLESHEET).digest('hex').slice(0, 12)}.css`;

/** The icon: a coffer with its lock. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0a5a8c" d="M5 12a7 7 0 0 1 7-7h8a7 7 0 0 1 7 7v2H5z"/><path fill="#2b86bf" d="M5 15h22v9a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3z"/><circle cx="16" cy="17" r="3.5" fill="#f6c445"/><path fill="#f6c445" d="M14.9 17h2.2l.9 6h-4z"/></svg>`;
