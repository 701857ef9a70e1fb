import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { version as protocVersion } from 'protoc/package.json';
import { version } from 'ts-proto/package.json';
import { bin, inRoot } from '../support/paths';
import { must } from '../support/run';
import { makeOnce } from '../support/stamp';

export const MESSAGES = 'framework/protocol/tfplugin6.proto';

/** Version of the compiler, which npm brings. */
export const PROTOC_VERSION = protocVersion;

/** Folder of the codecs that the provider imports. It is not in the tree. */
const CODECS = inRoot('framework/protocol/generated');

/** Small, strict codecs, and what the service has, for its types only: no JSON, 64-bit integers as bigint, oneofs as unions. */
const OPTIONS = [
  'env=browser', // bytes are Uint8Array, not Buffer
  'esModuleInterop=true',
  'exportCommonSymbols=false',
  'forceLong=bigint',
  'oneof=unions-value',
  'outputJsonMethods=false',
  'outputPartialMethods=false',
  'outputServices=generic-definitions',
  'unrecognizedEnum=false',
  'useDate=false',
  'useOptionals=messages',
  'annotateFilesWithVersion=false',
];

/** Makes the codecs of the wire, `framework/protocol/generated/`, if they are not up to date with the messages. */
export const makeCodecs = (): Promise<void> =>
  makeOnce(
    {
      stamp: inRoot('build/codecs.stamp'),
      folders: [CODECS],
      sources: [MESSAGES, 'scripts/sources/codecs.ts'],
      conditions: [PROTOC_VERSION, version],
    },
    () => writeCodecs(CODECS),
  );

/** Writes the codecs to a new folder. */
export const writeCodecs = (folder: string): Promise<void> =>
  compileMessages(folder, [
    `--plugin=protoc-gen-ts_proto=${bin('protoc-gen-ts_proto')}`,
    `--ts_proto_out=${folder}`,
    `--ts_proto_opt=${OPTIONS.join(',')}`,
  ]);

/** Compiles {@link MESSAGES} into a folder that is not there yet. `args` name the plugin and its output. */
export async function compileMessages(folder: string, args: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const protoc = inRoot('node_modules/protoc/protoc.cjs');
  await must(process.execPath, [protoc, ...args, `--proto_path=${inRoot(dirname(MESSAGES))}`, inRoot(MESSAGES)]);
}
