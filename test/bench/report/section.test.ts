import { expect, test } from 'vitest';
import { EMPTY_PAGE, withSection } from '../../../bench/report/report';

const provider = { id: 'provider', title: 'Provider', body: 'old\n' };

test('a new section goes to the end of the page', () => {
  expect(withSection('# Page\n', provider)).toBe(
    '# Page\n\n<!-- bench:provider -->\n## Provider\n\nold\n<!-- /bench:provider -->\n',
  );
});

test('a section that is there is replaced in its place, and nothing else changes', () => {
  const page = `${withSection(withSection(EMPTY_PAGE, provider), { ...provider, id: 'emulator' })}by hand\n`;

  const changed = withSection(page, { ...provider, body: 'new: $& $1' });

  expect(changed).toBe(page.replace('old', () => 'new: $& $1'));
});

test('one id that begins like another is another section', () => {
  const page = withSection(EMPTY_PAGE, { ...provider, id: 'provider-many' });

  expect(withSection(page, provider)).toBe(
    `${page}\n<!-- bench:provider -->\n## Provider\n\nold\n<!-- /bench:provider -->\n`,
  );
});

test.each(['<!-- bench:provider -->', '<!-- /bench:provider -->', '<!-- /bench:provider --> <!-- bench:provider -->'])(
  'refuses a page with only %s',
  (page) => {
    expect(() => withSection(page, provider)).toThrow('The marks of section "provider" are not a pair.');
  },
);
