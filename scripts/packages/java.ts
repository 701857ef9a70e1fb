import { VERSION } from '../../projenrc/names';
import type { Chapter } from './chapter';
import { FOR_CDKTN, type Library } from './library';

export function java(library: Library): Chapter {
  const { java: target, framework } = library;
  const twin = library === FOR_CDKTN;
  const app = twin
    ? `        // Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.
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
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>web-app</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>${target.groupId}</groupId>
      <artifactId>${target.artifactId}</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
\`\`\``,
    needs: `Java 11 or newer with Maven, and Node 20.16 or newer, which the constructs run on.${withoutPackage(framework)}`,
    reference: { page: 'java.md', place: '`REFERENCE.md` in the archive of the Javadoc' },
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

/** Instructions for users whose Maven reports that the package does not exist. */
const withoutPackage = ({ java, name, version }: Library['framework']) =>
  ` Where Maven Central does not have \`${java.replace(/\.\w+$/, '')}:${name}\` ${version}, \`npm run build\` in a clone of the repository makes it from the ` +
  'npm package, in `build/maven`: `-Dmaven.repo.local` takes that folder.';
