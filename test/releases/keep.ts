import { VERSION } from '../../projenrc/names';
import { writeArchive } from '../../scripts/releases/archive';
import { assemblyToKeep, CONSTRUCTS } from '../../scripts/releases/constructs';
import { ADDRESSES, keptArchive } from '../../scripts/releases/kept';
import { printSchema } from '../../scripts/sources/schema';
import { main } from '../../scripts/support/main';
import { bin, inRoot } from '../../scripts/support/paths';
import { must } from '../../scripts/support/run';
import { configuration } from '../acceptance/every-attribute';
import { openWorkspace, startService } from './service';

/** Keeps files to compare the next releases with: `npx tsx test/releases/keep.ts`, with the provider built (releases/README.md). */
main(async () => {
  await using service = await startService();
  await using workspace = await openWorkspace(service);
  const all = configuration(service, { api: 'create_only', round: '1' });
  const {
    base_url: _,
    token: __,
    project_id: ___,
    ca_cert_pem: ____,
    ca_cert_file: _____,
    ...settings
  } = all.provider.coffer;
  const content = `${JSON.stringify({ ...all, provider: { coffer: settings } }, null, 2)}\n`;
  await workspace.write(content, 'main.tf.json');
  await workspace.apply();

  const state = withoutSecrets(JSON.parse(await workspace.read('terraform.tfstate')));
  const files = {
    'main.tf.json': content,
    'state.json': `${JSON.stringify(state, null, 2)}\n`,
    service: service.snapshot(),
    'schema.json': `${JSON.stringify(printSchema(), null, 2)}\n`,
    [CONSTRUCTS]: await assemblyToKeep(),
    [ADDRESSES]: (await must(bin('tsx'), [inRoot('test/src/corpus/print-addresses.ts')])).stdout,
  };

  await writeArchive(keptArchive(VERSION), new Map<string, string | Uint8Array>(Object.entries(files)));
});

/** Replaces secret halves of keys. The service never shows them again, so no plan depends on them. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      /secret_access_key$|^AWS_SECRET/.test(name) && typeof member === 'string' ? 'release' : withoutSecrets(member),
    ]),
  );
}
