import { VERSION } from '../../projenrc/names';
import { FOR_CDKTN, type Library } from './library';

/** The language-specific parts of a package's page. */
export interface Chapter {
  /** Command or file content that installs the package, with its fence. */
  readonly install: string;
  /** The same with the package that a checkout has built, and the arguments of `npm run build` for it; absent if the build is not complete. */
  readonly fromCheckout?: { readonly build: string; readonly install: string };
  readonly needs: string;
  /** The program on the page, with its fence, and its file name; undefined if none has been compiled. */
  readonly program?: {
    readonly file: string;
    readonly code: string;
    /** Language and command for `cdktf.json`. */
    readonly language: string;
    readonly app: string;
  };
  /** The contents of the reference that the build makes, with its pages in a folder beside it; and its place in the package. */
  readonly reference: { readonly page: string; readonly place: string };
}

/** Folder of a checkout with the packages of a library for a language. */
const distOf = (library: Library, target: string) =>
  `/path/to/coffer/dist/${library === FOR_CDKTN ? 'twin/' : ''}${target}`;

function typescript(library: Library): Chapter {
  const { npm, framework } = library;
  const app =
    library === FOR_CDKTN
      ? `// Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.
const app = new App({ context: { targetVersions: { terraform: '>=1.11.0' } } });`
      : 'const app = new App();';
  return {
    install: `\`\`\`sh\nnpm install ${npm}@${VERSION} ${framework.name}@${framework.version} constructs@10.6.0\n\`\`\``,
    fromCheckout: {
      build: `typescript ${framework.name}`,
      install: `\`\`\`sh\nnpm install ${distOf(library, 'js')}/${npm}@${VERSION}.jsii.tgz ${framework.name}@${framework.version} constructs@10.6.0\n\`\`\``,
    },
    needs: 'Node 20.16 or newer.',
    reference: { page: 'typescript/REFERENCE.md', place: '`REFERENCE.md` beside this page' },
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
reader.storeIn('uploads-reader');

app.synth();
\`\`\``,
    },
  };
}

function python(library: Library): Chapter {
  const { distName, module } = library.python;
  const app =
    library === FOR_CDKTN
      ? '# Tells cdktn that Terraform supports write-only values, as it does from 1.11 on.\napp = App(context={"targetVersions": {"terraform": ">=1.11.0"}})'
      : 'app = App()';
  return {
    install: `\`\`\`sh\npip install ${distName}==${VERSION}\n\`\`\``,
    fromCheckout: {
      build: `python ${library.framework.name}`,
      install: `\`\`\`sh\npip install --find-links ${distOf(library, 'python')} ${distName}==${VERSION}\n\`\`\``,
    },
    // PyPI shows it: jsii-pacmak decides, and cdktn needs an older one.
    needs: `Python ${library === FOR_CDKTN ? '3.9' : '3.10'} or newer, and Node 20.16 or newer, which the constructs run on.`,
    reference: { page: 'python/REFERENCE.md', place: `\`${module}/REFERENCE.md\`` },
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
reader.store_in("uploads-reader")

app.synth()
\`\`\``,
    },
  };
}

function java(library: Library): Chapter {
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
  <build>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId>
        <artifactId>maven-compiler-plugin</artifactId>
        <version>3.11.0</version>
      </plugin>
      <plugin>
        <groupId>org.codehaus.mojo</groupId>
        <artifactId>exec-maven-plugin</artifactId>
        <version>3.1.0</version>
      </plugin>
    </plugins>
  </build>
</project>
\`\`\``,
    fromCheckout: {
      build: `java ${framework.name}`,
      install: `In the \`pom.xml\` below, beside \`dependencies\`:

\`\`\`xml
<repositories>
  <repository>
    <id>coffer</id>
    <url>file://${distOf(library, 'java')}</url>
  </repository>
</repositories>
\`\`\``,
    },
    needs: `Java 11 or newer with Maven 3.8 or newer, and Node 20.16 or newer, which the constructs run on.${withoutPackage(framework)}`,
    reference: { page: 'java/REFERENCE.md', place: '`REFERENCE.md` in the archive of the Javadoc' },
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
        reader.storeIn("uploads-reader");

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

function go(library: Library): Chapter {
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
    fromCheckout: {
      build: `go ${framework.name}`,
      install: `\`\`\`sh\ngo mod init example.com/web-app\ngo mod edit -require ${module}@v${VERSION} -replace ${module}=${distOf(library, 'go')}/${library.go.packageName}\n\`\`\`\n\nWhen the program is written: \`go mod tidy\`.`,
    },
    needs: `Go 1.25 or newer, and Node 20.16 or newer, which the constructs run on.${library === FOR_CDKTN ? WITHOUT_MODULE : ''}`,
    reference: { page: 'go/REFERENCE.md', place: '`REFERENCE.md` beside this page' },
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
\treader.StoreIn(jsii.String("uploads-reader"), nil)

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

/** No tool here can compile C#, so its page has no program. */
function csharp({ dotnet }: Library): Chapter {
  return {
    install: `\`\`\`sh\ndotnet add reference path/to/${dotnet}/${dotnet}.csproj\n\`\`\``,
    needs:
      '**Source code only.** jsii has written this project for .NET, and nobody has compiled or run it: tests check that its files parse ' +
      'and that every type and member of the library is among them, no more. There is no NuGet package. Use TypeScript, Python, Java or Go ' +
      'where you depend on it. It asks for .NET 6 or newer, and Node 20.16 or newer, which the constructs run on.',
    reference: { page: 'csharp/REFERENCE.md', place: '`REFERENCE.md` beside this page' },
  };
}

/** By the names of the languages in jsii-pacmak. */
const CHAPTERS = { js: typescript, python, java, go, dotnet: csharp } as const satisfies Readonly<
  Record<string, (library: Library) => Chapter>
>;

export type Target = keyof typeof CHAPTERS;

export const TARGETS = Object.keys(CHAPTERS) as Target[];

export const chapterOf = (library: Library, target: Target): Chapter => CHAPTERS[target](library);
