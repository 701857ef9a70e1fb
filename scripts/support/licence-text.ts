import licenses from 'spdx-license-list/full';

/** Lines of SPDX's texts that the copyright notice of a work replaces. */
const PLACEHOLDER =
  /^\s*Copyright (?:\(c\)|©) (?:<year>.*|.*Internet (?:Systems|Software) Consortium.*|.*Unicode, Inc\.)\n/gm;

/**
 * The full text of each licence in an SPDX expression, of alternatives the first, below the copyright notice of a work. Throws if SPDX
 * has no such licence.
 */
export function licenceText(expression: string, copyright: string): string {
  const texts = expression
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .map((part) => {
      const [id = ''] = part.split(' OR ');
      const text = licenses[id]?.licenseText;
      if (!text) throw new Error(`SPDX has no licence "${id}".`);
      return text.replaceAll(PLACEHOLDER, '').trim();
    });
  return [copyright, ...texts].join('\n\n');
}
