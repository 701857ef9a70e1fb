import { VERSION } from '../../projenrc/names';
import type { Chapter } from './chapter';
import { FOR_CDKTN, type Library } from './library';

export function typescript(library: Library): Chapter {
  const { npm, framework } = library;
  const app =
    library === FOR_CDKTN
      ? `// Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.
const app = new App({ context: { targetVersions: { terraform: '>=1.11.0' } } });`
      : 'const app = new App();';
  return {
    install: `\`\`\`sh\nnpm install ${npm}@${VERSION} ${framework.name}@${framework.version} constructs@10.6.0\n\`\`\``,
    needs: 'Node 20.16 or newer.',
    reference: { page: 'typescript.md', place: '`REFERENCE.md` beside this page' },
    program: {
      language: 'typescript',
      app: 'npx tsx@4 main.ts',
      file: 'main.ts',
      code: `\`\`\`ts
import { App, TerraformStack } from '${framework.name}';
import { AccessKey, Bucket, CofferProvider, Secret, SecretValue, Size } from '${npm}';

${app}
const stack = new TerraformStack(app, 'web-app');
new CofferProvider(stack, 'coffer');

new Secret(stack, 'DbPassword', {
  secretName: 'db-password',
  value: SecretValue.fromVariable(stack, 'db_password', { version: '1' }),
});

const uploads = new Bucket(stack, 'Uploads', { maxSize: Size.gibibytes(5) });
const reader = new AccessKey(stack, 'Reader');
uploads.grantRead(reader);
reader.outputCredentials('uploads_reader');

app.synth();
\`\`\``,
    },
  };
}
