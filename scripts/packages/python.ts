import { VERSION } from '../../projenrc/names';
import type { Chapter } from './chapter';
import { FOR_CDKTN, type Library } from './library';

export function python(library: Library): Chapter {
  const { distName, module } = library.python;
  const app =
    library === FOR_CDKTN
      ? '# Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.\napp = App(context={"targetVersions": {"terraform": ">=1.11.0"}})'
      : 'app = App()';
  return {
    install: `\`\`\`sh\npip install ${distName}==${VERSION}\n\`\`\``,
    // PyPI shows it: jsii-pacmak decides, and cdktn needs an older one.
    needs: `Python ${library === FOR_CDKTN ? '3.9' : '3.10'} or newer, and Node 20.16 or newer, which the constructs run on.`,
    reference: { page: 'python.md', place: `\`${module}/REFERENCE.md\`` },
    program: {
      language: 'python',
      app: 'python3 main.py',
      file: 'main.py',
      code: `\`\`\`python
from ${library.framework.name} import App, TerraformStack
from ${module} import AccessKey, Bucket, CofferProvider, Secret, SecretValue, Size

${app}
stack = TerraformStack(app, "web-app")
CofferProvider(stack, "coffer")

Secret(
    stack,
    "DbPassword",
    secret_name="db-password",
    value=SecretValue.from_variable(stack, "db_password", version="1"),
)

uploads = Bucket(stack, "Uploads", max_size=Size.gibibytes(5))
reader = AccessKey(stack, "Reader")
uploads.grant_read(reader)
reader.output_credentials("uploads_reader")

app.synth()
\`\`\``,
    },
  };
}
