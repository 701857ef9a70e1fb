import { expect, it } from 'vitest';
import { RelatedTests } from '../../../scripts/mutation/related-tests';
import { draw, FOLDERS, SEED } from '../../../scripts/mutation/sample';
import { withMutants } from '../../../scripts/rules/quality-page';

it('the sample has 300 mutants, at least 40 of each folder, in proportion to its lines', () => {
  const draws = draw();
  const total = draws.reduce((sum, { lines }) => sum + lines, 0);

  expect(SEED).toBe(20261122);
  expect(draws.map(({ folder }) => folder)).toEqual([...FOLDERS]);
  for (const { lines, drawn } of draws) expect(drawn.length).toBe(Math.max(40, Math.ceil((300 * lines) / total)));
  expect(draws.reduce((sum, { drawn }) => sum + drawn.length, 0)).toBeGreaterThanOrEqual(300);
});

it('the test that mirrors a file is the nearest, and what does not import it is none', () => {
  const related = new RelatedTests((file) => file.endsWith('.test.ts'));

  const tests = related.of('provider/client/retry.ts');

  expect(tests[0]).toBe('test/provider/client/retry.test.ts');
  expect(tests.findIndex((test) => test.startsWith('test/emulator/'))).not.toBe(1);
  expect(tests).not.toContain('test/emulator/cli/flags.test.ts');
});

it('the part about mutants takes the place of the one before it', () => {
  const page = '# Page\n\n| a |\n';

  const first = withMutants(page, '## Mutants\n\none\n');

  expect(first).toBe('# Page\n\n| a |\n\n## Mutants\n\none\n');
  expect(withMutants(first, '## Mutants\n\ntwo\n')).toBe('# Page\n\n| a |\n\n## Mutants\n\ntwo\n');
});
