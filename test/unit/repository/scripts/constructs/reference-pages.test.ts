import { expect, test } from 'vitest';
import { referencePages } from '../../../../../scripts/constructs/reference-pages';

const heading = (level: string, name: string, id: string) => `${level} ${name} <a name="${name}" id="${id}"></a>`;

const ROOT = `# API Reference <a name="API Reference" id="api-reference"></a>

${heading('##', 'Constructs', 'Constructs')}

${heading('###', 'Bucket', 'lib.Bucket')}

- *Implements:* <a href="#lib.IBucket">IBucket</a>

A bucket with
a quota. The rest.

${heading('####', 'Initializers', 'lib.Bucket.Initializer')}

| <code><a href="#lib.Bucket.Initializer.parameter.scope">scope</a></code> |
| <code><a href="#lib.Bucket.property.resource">resource</a></code> | <code>lib.l1.Bucket</code> | Low. |

- *Type:* lib.l1.Bucket

${heading('##', 'Protocols', 'Protocols')}

${heading('###', 'IBucket', 'lib.IBucket')}

*No description.*
`;

const L1 = `# l1 <a name="l1" id="lib.l1"></a>

${heading('##', 'Constructs', 'Constructs')}

${heading('###', 'Bucket', 'lib.l1.Bucket')}

Represents a {@link https://registry.example coffer_bucket}.

${heading('##', 'Structs', 'Structs')}

${heading('###', 'BucketConfig', 'lib.l1.BucketConfig')}

${heading('####', 'Initializer', 'lib.l1.BucketConfig.Initializer')}

\`\`\`python
from lib import l1

l1.BucketConfig(
  connection: Connection = None
)
\`\`\`
`;

const pages = referencePages('Reference', ROOT, L1);
const page = (path: string) => pages.get(path) ?? '';

test('each type has a page, and the contents lead to it with its first sentence', () => {
  expect([...pages.keys()]).toEqual([
    'REFERENCE.md',
    'reference/Bucket.md',
    'reference/IBucket.md',
    'reference/l1/Bucket.md',
    'reference/l1/BucketConfig.md',
  ]);
  expect(page('REFERENCE.md')).toBe(
    [
      '# Reference',
      '## Constructs',
      '- [Bucket](reference/Bucket.md): A bucket with a quota.',
      '## Protocols',
      '- [IBucket](reference/IBucket.md)',
      '## Low-level: Constructs',
      '- [Bucket](reference/l1/Bucket.md)',
      '## Low-level: Structs',
      '- [BucketConfig](reference/l1/BucketConfig.md)\n',
    ].join('\n\n'),
  );
});

test('links lead from page to page, and to low-level types', () => {
  const text = page('reference/Bucket.md');

  expect(text.startsWith('[Contents](../REFERENCE.md)\n\n# Bucket <a name="Bucket" id="lib.Bucket"></a>\n')).toBe(true);
  expect(text).toContain('<a href="IBucket.md#lib.IBucket">IBucket</a>');
  expect(text).toContain('<a href="#lib.Bucket.Initializer.parameter.scope">scope</a>');
  expect(text).toContain('<code><a href="l1/Bucket.md">lib.l1.Bucket</a></code>');
  expect(text).toContain('- *Type:* <a href="l1/Bucket.md">lib.l1.Bucket</a>');
  expect(page('reference/l1/Bucket.md')).toContain('[Contents](../../REFERENCE.md)');
});
