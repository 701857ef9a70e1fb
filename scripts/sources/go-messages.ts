import { join } from 'node:path';
import { temporaryFolder } from '../support/folders';
import { inRoot } from '../support/paths';
import { must } from '../support/run';
import { makeOnce } from '../support/stamp';
import { compileMessages, MESSAGES, PROTOC_VERSION } from './codecs';

/** The Go module of the conformance program, and the package of the messages in it, which is not in the tree. */
const MODULE = 'test/conformance';
const PACKAGE = 'tfplugin6';

/** Makes the messages in Go, `test/conformance/tfplugin6/`, if they are not up to date. Needs Go, and its module proxy once. */
export const makeGoMessages = (): Promise<void> =>
  makeOnce(
    {
      stamp: inRoot('build/go-messages.stamp'),
      folders: [inRoot(MODULE, PACKAGE)],
      sources: [MESSAGES, `${MODULE}/go.mod`, 'scripts/sources/go-messages.ts'],
      conditions: PROTOC_VERSION,
    },
    () => writeGoMessages(inRoot(MODULE, PACKAGE)),
  );

/** Writes the messages to a new folder. The plugin is that of the module, so its version is in `go.mod`. */
export async function writeGoMessages(folder: string): Promise<void> {
  await using tools = await temporaryFolder('coffer-protoc-gen-go-');
  const plugin = join(tools.path, 'protoc-gen-go');
  const build = ['build', '-o', plugin, 'google.golang.org/protobuf/cmd/protoc-gen-go'];
  await must('go', build, { cwd: inRoot(MODULE) });
  await compileMessages(folder, [
    `--plugin=protoc-gen-go=${plugin}`,
    `--go_out=${folder}`,
    '--go_opt=paths=source_relative',
    `--go_opt=Mtfplugin6.proto=coffer.example/conformance/${PACKAGE}`,
  ]);
}
