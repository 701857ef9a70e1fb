import { VERSION } from '../../projenrc/names';
import type { Chapter } from './chapter';
import { FOR_CDKTN, type Library } from './library';

export function java(library: Library): Chapter {
  const { java: target, framework } = library;
  const twin = library === FOR_CDKTN;
  const app = twin
    ? `        // Write-only values need Terraform 1.11, and cdktn wants to be told.
        App app = new App(AppConfig.builder()
                .context(Map.of("targetVersions", Map.of("terraform", ">=1.11.0")))
                .build());`
    : '        App app = new App();';
  const imports = [
    `${framework.java}.App`,
    ...(twin ? [`${framework.java}.AppConfig`] : []),
    `${framework.java}.TerraformStack`,
    ...['AccessKey', 'Bucket', 'CofferProvider', 'Secret', 'SecretValue', 'SecretVariableOptions', 'Size'].map(
      (name) => `${target.package}.${name}`,
    ),
    ...(twin ? ['java.util.Map'] : []),
  ];
  return {
    install: `\`\`\`xml
<dependency>
  <groupId>${target.groupId}</groupId>
  <artifactId>${target.artifactId}</artifactId>
  <version>${VERSION}</version>
</dependency>
\`\`\``,
    needs: 'Java 11 or newer, and Node 20.16 or newer, which the constructs run on.',
    reference: 'java.md',
    program: {
      language: 'java',
      app: 'mvn -q compile exec:java -Dexec.mainClass=Main',
      file: 'src/main/java/Main.java',
      code: `\`\`\`java
${imports.map((name) => `import ${name};`).join('\n')}

public class Main {
    public static void main(String[] args) {
${app}
        TerraformStack stack = new TerraformStack(app, "web-app");
        new CofferProvider(stack, "coffer");

        Secret.Builder.create(stack, "DbPassword")
                .secretName("db-password")
                .value(SecretValue.fromVariable(stack, "db_password",
                        SecretVariableOptions.builder().version("1").build()))
                .build();

        Bucket uploads = Bucket.Builder.create(stack, "Uploads").maxSize(Size.gibibytes(5)).build();
        AccessKey reader = new AccessKey(stack, "Reader");
        uploads.grantRead(reader);
        reader.outputCredentials("uploads_reader");

        app.synth();
    }
}
\`\`\``,
    },
  };
}
