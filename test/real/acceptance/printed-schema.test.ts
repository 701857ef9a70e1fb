import { expect, it } from 'vitest';
import { printSchema } from '../../../scripts/sources/schema';
import { Workspace } from '../../support/workspace';

it('the schema that the constructs are made from is what Terraform prints of the provider', async () => {
  await using workspace = await Workspace.create({
    baseUrl: 'http://127.0.0.1:1',
    token: 'unused',
    projectId: 'unused',
  });
  await workspace.write('');

  const { stdout } = await workspace.must(['providers', 'schema', '-json']);

  const [printed = {}] = Object.values(
    (JSON.parse(stdout) as { provider_schemas: Record<string, Record<string, unknown>> }).provider_schemas,
  );
  const [ours] = Object.values(printSchema().provider_schemas);
  // Newer versions print more kinds.
  const known = Object.fromEntries(Object.keys(ours ?? {}).map((kind) => [kind, printed[kind]]));
  expect(known).toEqual(JSON.parse(JSON.stringify(ours)));
});
