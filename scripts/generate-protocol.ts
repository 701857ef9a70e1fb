import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { bin, inRoot } from './support/paths';

/**
 * Writes `provider/protocol/generated/` from `provider/protocol/tfplugin6.proto`: `tsx scripts/generate-protocol.ts [folder]`.
 *
 * `protoc` and `ts-proto` come from npm, pinned by the lock file, so that a second run leaves no difference.
 */
const output = resolve(process.argv[2] ?? inRoot('provider/protocol/generated'));

/** Small, strict codecs only: no services, no JSON, 64-bit integers as bigint, oneofs as unions. */
const options = [
  'env=browser', // bytes are Uint8Array, not Buffer
  'esModuleInterop=true',
  'exportCommonSymbols=false',
  'forceLong=bigint',
  'oneof=unions-value',
  'outputJsonMethods=false',
  'outputPartialMethods=false',
  'outputServices=false',
  'unrecognizedEnum=false',
  'useDate=false',
  'useOptionals=messages',
  'annotateFilesWithVersion=false',
];

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
execFileSync(
  process.execPath,
  [
    inRoot('node_modules/protoc/protoc.cjs'),
    `--plugin=protoc-gen-ts_proto=${bin('protoc-gen-ts_proto')}`,
    `--ts_proto_out=${output}`,
    `--ts_proto_opt=${options.join(',')}`,
    `--proto_path=${inRoot('provider/protocol')}`,
    'tfplugin6.proto',
  ],
  { stdio: 'inherit' },
);
