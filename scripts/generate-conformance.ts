import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inRoot } from './support/paths';

/**
 * Writes `test/conformance/tfplugin6/`, the protocol messages in Go, from `provider/protocol/tfplugin6.proto`:
 * `tsx scripts/generate-conformance.ts [folder]`.
 *
 * `protoc` comes from npm and `protoc-gen-go` from the Go module, both pinned by lock files. Without Go the files stay unchanged.
 */
const module = inRoot('test/conformance');
const output = resolve(process.argv[2] ?? join(module, 'tfplugin6'));

function hasGo(): boolean {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function generate(): void {
  const tools = mkdtempSync(join(tmpdir(), 'coffer-protoc-gen-go-'));
  try {
    const plugin = join(tools, 'protoc-gen-go');
    const build = ['build', '-o', plugin, 'google.golang.org/protobuf/cmd/protoc-gen-go'];
    execFileSync('go', build, { cwd: module, stdio: 'inherit' });
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    execFileSync(
      process.execPath,
      [
        inRoot('node_modules/protoc/protoc.cjs'),
        `--plugin=protoc-gen-go=${plugin}`,
        `--go_out=${output}`,
        '--go_opt=paths=source_relative',
        '--go_opt=Mtfplugin6.proto=coffer.example/conformance/tfplugin6',
        `--proto_path=${inRoot('provider/protocol')}`,
        'tfplugin6.proto',
      ],
      { stdio: 'inherit' },
    );
  } finally {
    rmSync(tools, { recursive: true, force: true });
  }
}

if (hasGo()) generate();
else console.log('not generated for want of Go: test/conformance/tfplugin6/ stays as it is');
