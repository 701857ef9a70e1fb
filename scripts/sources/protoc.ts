import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version } from 'protoc/package.json';
import { inRoot } from '../support/paths';
import { must } from '../support/run';

/** The messages of the protocol. */
export const MESSAGES = 'framework/protocol/tfplugin6.proto';

/** Version of the compiler, which npm brings. */
export const PROTOC_VERSION = version;

/** Compiles {@link MESSAGES} into a folder that is not there yet. `args` name the plugin and its output. */
export async function compileMessages(folder: string, args: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const protoc = inRoot('node_modules/protoc/protoc.cjs');
  await must(process.execPath, [protoc, ...args, `--proto_path=${inRoot(dirname(MESSAGES))}`, inRoot(MESSAGES)]);
}
