import { expect, it } from 'vitest';
import { allPages } from './markdown';

/** Pages for users, without those that a generator writes in full. */
const FOR_USERS =
  /^(?:README|emulator\/README|framework\/README|pipelines\/coffer-plan\/README|docs\/(?:guides|emulator|constructs)\/[\w-]+|framework\/docs\/[\w-]+)\.md$/;

/** Comments, generated parts, code, and titles of entries, which are messages of the provider. */
const NOT_PROSE = /<!-- generated:[\s\S]*?<!-- end -->|<!--[\s\S]*?-->|`[^`\n]*`|^### .*$/gm;

/** Habits that a reader stumbles over, with what to write instead. */
const HABITS = [
  { name: 'repeat the noun', pattern: /\b(?:the ones? (?:that|which|before)|those (?:that|which|who))\b/i },
  {
    name: 'secrets, buckets and keys are created',
    pattern:
      /\b(?:make|makes|made|making)\s+(?:(?:an?|the|this|that|another|one|each|every|its|new|old|first|both|access|pull|S3)\s+)*(?:secret|bucket|key)s?\b|\b(?:secret|bucket|key)s? (?:is|are|was|were) made\b/i,
  },
];

const habitsIn = (prose: string) =>
  HABITS.flatMap(({ name, pattern }) => {
    const found = pattern.exec(prose.replace(NOT_PROSE, ''));
    return found ? [`${name}: ${found[0]}`] : [];
  });

const pages = allPages().filter(({ path }) => FOR_USERS.test(path));

it('there are pages for users', () => {
  expect(pages.length).toBeGreaterThan(50);
});

it.each(pages.map((page) => [page.path, page] as const))('%s repeats its nouns, and creates', (_path, { prose }) => {
  expect(habitsIn(prose)).toEqual([]);
});

it.each([
  ['Delete the one that is older.', ['repeat the noun: the one that']],
  ['It lists those which\nfailed.', ['repeat the noun: those which']],
  ['Terraform makes a new\naccess key.', ['secrets, buckets and keys are created: makes a new\naccess key']],
  ['Nothing happens once the key is made.', ['secrets, buckets and keys are created: key is made']],
  ['`those that` <!-- those that\n-->', []],
  ['<!-- generated: x -->\nthose that\n<!-- end -->', []],
  ['Make sure that the keys work.', []],
])('finds habits in %j', (prose, habits) => {
  expect(habitsIn(prose)).toEqual(habits);
});
