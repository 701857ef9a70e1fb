import { expect, test } from 'vitest';
import { referencePages } from '../../../../../scripts/constructs/reference-pages';

const heading = (level: string, name: string, id: string) => `${level} ${name} <a name="${name}" id="${id}"></a>`;

const ROOT = `# API Reference <a name="API Reference" id="api-reference"></a>

${heading('##', 'Constructs', 'Constructs')}

${heading('###', 'Bucket', 'lib.Bucket')}

- *Implements:* <a href="#lib.IBucket">IBucket</a>

A bucket with
a quota. The rest.

- *Type:* lib.l1.Bucket

${heading('##', 'Protocols', 'Protocols')}

${heading('###', 'IBucket', 'lib.IBucket')}

*No description.*
`;

const L1 = `# l1 <a name="l1" id="lib.l1"></a>

${heading('##', 'Constructs', 'Constructs')}

${heading('###', 'Bucket', 'lib.l1.Bucket')}
`;

test('each type has a page, the contents lead to it with its first sentence, and links lead from page to page', () => {
  const pages = referencePages('Reference', ROOT, L1);

  const text = pages.get('reference/Bucket.md') ?? '';
  expect([...pages.keys()].slice(1)).toEqual(['reference/Bucket.md', 'reference/IBucket.md', 'reference/l1/Bucket.md']);
  expect(pages.get('REFERENCE.md')).toContain('- [Bucket](reference/Bucket.md): A bucket with a quota.\n');
  expect(pages.get('REFERENCE.md')).toContain('- [Bucket](reference/l1/Bucket.md)');
  expect(text.startsWith('[Contents](../REFERENCE.md)\n\n# Bucket <a name="Bucket" id="lib.Bucket"></a>\n')).toBe(true);
  expect(text).toContain('<a href="IBucket.md#lib.IBucket">IBucket</a>');
  expect(text).toContain('- *Type:* <a href="l1/Bucket.md">lib.l1.Bucket</a>');
  expect(pages.get('reference/l1/Bucket.md')).toContain('[Contents](../../REFERENCE.md)');
});
