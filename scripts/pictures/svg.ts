export type Theme = (typeof THEMES)['light'];

/** GitHub's page colours, so that a picture has no visible edge there. */
export const THEMES = {
  light: {
    ink: '#1f2328',
    faint: '#59636e',
    line: '#818b98',
    box: '#f6f8fa',
    accent: '#0550ae',
    accentBox: '#ddf4ff',
  },
  dark: {
    ink: '#f0f6fc',
    faint: '#9198a1',
    line: '#656c76',
    box: '#151b23',
    accent: '#79c0ff',
    accentBox: '#10233d',
  },
};

export const SANS = 'system-ui, -apple-system, Segoe UI, Helvetica, Arial, sans-serif';
export const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
