import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Emulator } from '../../emulator';
import { tar } from '../../framework/packaging/tar';
import { EARLIEST_MS } from '../../framework/packaging/zip';
import { VERSION } from '../../projenrc/names';
import { withAssembly } from '../../scripts/constructs/assembly';
import { printSchema } from '../../scripts/sources/schema';
import { main } from '../../scripts/support/main';
import { inRoot } from '../../scripts/support/paths';
import { CORPUS } from '../host/src/corpus';
import { addressesOf } from '../host/src/corpus/addresses';
import { configuration } from '../real/acceptance/every-attribute';
import { Workspace } from '../support/workspace';

/**
 * Keeps what later versions are compared with (publishing.md): `npx tsx test/release/keep-baseline.ts`, with the provider built, writes
 * `releases/X.Y.Z.tar.gz`. It holds the provider's schema, the assembly of the constructs, the names in Terraform that they give to the
 * programs of the corpus, and a state with every resource and argument, with its configuration and a snapshot of its service.
 */
main(async () => {
  await using service = await Emulator.start({
    encryptionKey: Buffer.alloc(32, 'release').toString('base64'),
    projects: ['project-1', 'project-2'],
    s3PublicUrl: 'http://s3.release.test',
    s3Region: 'eu-test-1',
    seed: 'release',
    tokens: ['release'],
  });
  await using workspace = await Workspace.create(service, { env: { COFFER_PROJECT_ID: 'project-1' } });
  const all = configuration(service, { api: 'create_only', round: '1' });
  const {
    base_url: _,
    token: __,
    project_id: ___,
    ca_cert_pem: ____,
    ca_cert_file: _____,
    ...coffer
  } = all.provider.coffer;
  const config = json({ ...all, provider: { coffer } });
  await workspace.write(config, 'main.tf.json');
  await workspace.apply();

  const files = {
    'addresses.json': json(Object.fromEntries(CORPUS.map(([name, program]) => [name, addressesOf(program)]))),
    'constructs.json': await withAssembly((folder) => readFile(join(folder, '.jsii'), 'utf8')),
    'main.tf.json': config,
    'schema.json': json(printSchema()),
    service: service.snapshot(),
    'state.json': json(withoutSecrets(JSON.parse(await workspace.read('terraform.tfstate')))),
  };
  await mkdir(inRoot('releases'), { recursive: true });
  const entries = Object.entries(files).map(([name, data]) => ({ name, data: Buffer.from(data) }));
  await writeFile(inRoot(`releases/${VERSION}.tar.gz`), gzipSync(tar(entries, EARLIEST_MS), { level: 9 }));
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

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
