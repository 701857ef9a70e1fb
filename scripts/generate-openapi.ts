import { mkdir, writeFile } from 'node:fs/promises';
import { toOpenApi } from '../contract/openapi';
import { version } from '../package.json';
import { inRoot } from './support/paths';

/** Writes the interface as OpenAPI 3.1 to docs/openapi.json. */
export async function generateOpenApi(): Promise<void> {
  const document = toOpenApi({ title: 'Secrets and S3 storage service', version });
  await mkdir(inRoot('docs'), { recursive: true });
  await writeFile(inRoot('docs', 'openapi.json'), `${JSON.stringify(document, null, 2)}\n`);
}
