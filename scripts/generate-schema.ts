import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bin, inRoot, ROOT } from './support/paths';
import { must } from './support/run';
import { findTerraform } from './support/terraform';

const SOURCE = 'registry.terraform.io/coffer/coffer';

/** Writes provider/schema.json: Terraform's own schema dump of the provider built from this checkout. */
export async function generateSchema(): Promise<void> {
  const { stdout } = await must(bin('tsx'), [inRoot('scripts/build-provider.ts')], { cwd: ROOT });
  const executable = stdout.trim().split('\n').at(-1) ?? '';
  const { path } = await findTerraform();
  const folder = await mkdtemp(join(tmpdir(), 'coffer-schema-'));
  try {
    await writeFile(
      join(folder, 'main.tf'),
      'terraform {\n  required_providers {\n    coffer = { source = "coffer/coffer" }\n  }\n}\n',
    );
    await writeFile(
      join(folder, 'cli.tfrc'),
      `provider_installation {\n  dev_overrides {\n    "coffer/coffer" = ${JSON.stringify(dirname(executable))}\n  }\n}\n`,
    );
    const env = { TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'), CHECKPOINT_DISABLE: '1' };
    const dump = await must(path, ['providers', 'schema', '-json'], { cwd: folder, env });
    const { provider_schemas } = JSON.parse(dump.stdout) as { provider_schemas: Record<string, unknown> };
    // The text must not depend on the command line version, so versions that only newer ones print are left out.
    const schema = { format_version: '1.0', provider_schemas: { [SOURCE]: Object.values(provider_schemas)[0] } };
    await writeFile(inRoot('provider', 'schema.json'), `${JSON.stringify(schema, null, 2)}\n`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
