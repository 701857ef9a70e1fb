import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { examples, page } from '../../../framework/reference/markdown';

it.each([
  ['Manages pets. They live for ever.', 'Manages pets.'],
  ['Manages pets: cats and dogs.', 'Manages pets.'],
  ['Manages pets', 'Manages pets.'],
  ['Manages version 1.2 of\npets.\n\nNothing else.', 'Manages version 1.2 of pets.'],
])('the front matter of a page describes %j as %j', (description, sentence) => {
  const [, front = ''] = page({ title: 'T', description }, []).split('---\n');

  expect(front).toBe(`page_title: "T"\nsubcategory: ""\ndescription: |-\n  ${sentence}\n`);
});

it('the main example comes first, and the others have a title', () => {
  const imports = { 'import.tf': 'import {}\n', 'import-by-identity.tf': 'import {}\n' };
  const more = { 'a.tf': '# Title\r\n\r\na = 1\r\n', 'important.tf': '# Last\nc = 1\n' };
  const folder = folderWith({ 'b.tf': 'b = 1\n', ...more, ...imports });

  const others = '### Title\n\n```hcl\na = 1\n```\n\n### Last\n\n```hcl\nc = 1\n```';
  expect(examples(folder, 'b.tf')).toBe(`\`\`\`hcl\nb = 1\n\`\`\`\n\n${others}`);
  expect(() => examples(folder, 'a.tf')).toThrow(
    `${join(folder, 'b.tf')} has no title: begin the example with a comment line, "# …".`,
  );
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
