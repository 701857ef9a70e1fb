import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Writes `provider/protocol/generated/` from `provider/protocol/tfplugin6.proto`: `tsx scripts/generate-protocol.ts [folder]`.
 *
 * `protoc` and `ts-proto` come from npm, pinned by the lock, so that a second run leaves no difference.
 */
const root = resolve(__dirname, '..');
const output = resolve(process.argv[2] ?? join(root, 'provider/protocol/generated'));

/** Codecs only, small and strict: no services, no JSON, 64-bit integers as bigint, oneofs as unions. */
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
    require.resolve('protoc/protoc.cjs'),
    `--plugin=protoc-gen-ts_proto=${join(root, 'node_modules/.bin/protoc-gen-ts_proto')}`,
    `--ts_proto_out=${output}`,
    `--ts_proto_opt=${options.join(',')}`,
    `--proto_path=${join(root, 'provider/protocol')}`,
    'tfplugin6.proto',
  ],
  { stdio: 'inherit' },
);
