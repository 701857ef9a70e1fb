import { VERSION } from '../../projenrc/names';
import type { Chapter } from './chapter';
import { FOR_CDKTN, type Library } from './library';

export function go(library: Library): Chapter {
  const { framework } = library;
  const module = `${library.go.moduleName}/${library.go.packageName}`;
  const app =
    library === FOR_CDKTN
      ? `\t// Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.
\tapp := cdktn.NewApp(&cdktn.AppConfig{
\t\tContext: &map[string]interface{}{"targetVersions": map[string]string{"terraform": ">=1.11.0"}},
\t})`
      : `\tapp := cdktf.NewApp(nil)`;
  const imports = ['github.com/aws/jsii-runtime-go', module, framework.go].sort();
  return {
    install: `\`\`\`sh\ngo mod init example.com/web-app\ngo get ${module}@v${VERSION}\n\`\`\``,
    needs: `Go 1.25 or newer, and Node 20.16 or newer, which the constructs run on.${library === FOR_CDKTN ? WITHOUT_MODULE : ''}`,
    reference: { page: 'go.md', place: '`REFERENCE.md` beside this page' },
    program: {
      language: 'go',
      app: 'go run .',
      file: 'main.go',
      code: `\`\`\`go
package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${app}
\tstack := ${framework.name}.NewTerraformStack(app, jsii.String("web-app"))
\tcoffer.NewCofferProvider(stack, jsii.String("coffer"), nil)

\tcoffer.NewSecret(stack, jsii.String("DbPassword"), &coffer.SecretProps{
\t\tSecretName: jsii.String("db-password"),
\t\tValue: coffer.SecretValue_FromVariable(stack, jsii.String("db_password"), &coffer.SecretVariableOptions{
\t\t\tVersion: jsii.String("1"),
\t\t}),
\t})

\tuploads := coffer.NewBucket(stack, jsii.String("Uploads"), &coffer.BucketProps{
\t\tMaxSize: coffer.Size_Gibibytes(jsii.Number(5)),
\t})
\treader := coffer.NewAccessKey(stack, jsii.String("Reader"), nil)
\tuploads.GrantRead(reader)
\treader.OutputCredentials(jsii.String("uploads_reader"))

\tapp.Synth()
}
\`\`\``,
    },
  };
}

/** Instructions for users whose Go reports that the module does not exist. */
const WITHOUT_MODULE =
  ' Where the Go module of cdktn cannot be had, `npm run build` in a clone of the repository makes it from the npm package, in ' +
  '`build/twin/go/cdktn`: `go mod edit -replace` takes that folder.';
