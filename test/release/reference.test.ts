import { beforeAll, expect, test } from 'vitest';
import { buildTwin } from '../../scripts/build-twin';
import { referenceText } from '../../scripts/constructs/pack';
import { FOR_CDKTN } from '../../scripts/packages/library';

// The release has it built already, unless a source has changed since.
beforeAll(() => buildTwin(), 600_000);

const pageFor = (language: string) => referenceText(FOR_CDKTN, language);

test('every member of the hand-written constructs has a description', async () => {
  const reference = await pageFor('typescript');

  const without = [...reference.matchAll(/href="#cdktn-coffer\.([^"]+)".*\*No description\.\*/g)];
  const names = without.map(([, name = '']) => name);

  expect(names).toContain('CofferProvider.resetToken');
  // Members of cdktn and constructs, and those that the provider inherits from the generated class.
  const inherited = /\.parameter\.(scope|id|props)$|^I\w+\.property\.fqn$|^CofferProvider\./;
  expect(names.filter((name) => !inherited.test(name))).toEqual([]);
});

test.each([
  ['python', 'assets.grant_read(key)'],
  ['java', 'assets.grantRead(key);'],
  ['go', 'assets.GrantRead(key)'],
  ['csharp', 'assets.GrantRead(key);'],
])('the examples in the reference for %s are in that language', async (language, call) => {
  expect(await pageFor(language)).toContain(call);
});
