import { VERSION } from '../../projenrc/names';
import { FOR_CDKTN, type Library } from './library';

/** The language-specific parts of a package's page. */
export interface Chapter {
  /** Command or file content that installs the package, with its fence. */
  readonly install: string;
  /** The same in an empty folder, with the package that a checkout has built; absent if the build is not complete. */
  readonly fromCheckout?: {
    /** The arguments of `npm run build` for it. */
    readonly build: string;
    readonly install: string;
    /** What to install once the package is published. */
    readonly published: string;
  };
  readonly needs: string;
  /** The program on the page, with its fence, and its file name; undefined if none has been compiled. */
  readonly program?: {
    readonly file: string;
    readonly code: string;
    /** Language and command for `cdktf.json`. */
    readonly language: string;
    readonly app: string;
    /** Command that comes once before `app`. */
    readonly before?: string;
    /** How the program of the other library differs, if this is the page of CDK Terrain. */
    readonly otherwise: string;
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
  const install = `npm install ${npm}@${VERSION} ${framework.name}@${framework.version} constructs@10.6.0`;
  return {
    install: `\`\`\`sh\n${install}\n\`\`\``,
    fromCheckout: {
      build: `typescript ${framework.name}`,
      published: `Once the package is published: \`${install}\`.`,
      install: `\`\`\`sh\nnpm install ${distOf(library, 'js')}/${npm}@${VERSION}.jsii.tgz ${framework.name}@${framework.version} constructs@10.6.0\n\`\`\``,
    },
    needs: 'Node 20.16 or newer.',
    reference: { page: 'typescript/REFERENCE.md', place: '`REFERENCE.md` beside this page' },
    program: {
      language: 'typescript',
      before: 'npm install --save-dev tsx@4',
      // Not `npx tsx@4`: inside of `npx -p … -- cdktn deploy`, npx takes that for the name of a program.
      app: 'npx tsx main.ts',
      otherwise: 'In the program, import from `cdktf` and `cdktf-coffer`, and write `new App()`.',
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
  const install = `pip install ${distName}==${VERSION}`;
  return {
    install: `\`\`\`sh\n${install}\n\`\`\``,
    fromCheckout: {
      build: `python ${library.framework.name}`,
      // The Python of Debian and of Homebrew refuses to install packages outside of a virtual environment.
      install: `\`\`\`sh\npython3 -m venv .venv\n. .venv/bin/activate\npip install --find-links ${distOf(library, 'python')} ${distName}==${VERSION}\n\`\`\``,
      published: `Once the package is published, the last line is \`${install}\`.`,
    },
    // PyPI shows it: jsii-pacmak decides, and cdktn needs an older one.
    needs: `Python ${library === FOR_CDKTN ? '3.9' : '3.10'} or newer, and Node 20.16 or newer, which the constructs run on.`,
    reference: { page: 'python/REFERENCE.md', place: `\`${module}/REFERENCE.md\`` },
    program: {
      language: 'python',
      app: 'python3 main.py',
      otherwise: 'In the program, import from `cdktf` and `cdktf_coffer`, and write `App()`.',
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
  const pom = (repositories: string) => `\`\`\`xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>web-app</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>11</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
${repositories}  <dependencies>
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
\`\`\``;
  return {
    install: pom(''),
    fromCheckout: {
      build: `java ${framework.name}`,
      install: `Save this as \`pom.xml\`:\n\n${pom(`  <repositories>
    <repository>
      <id>coffer</id>
      <url>file://${distOf(library, 'java')}</url>
    </repository>
    <repository>
      <id>coffer-build</id>
      <url>file:///path/to/coffer/build/maven</url>
    </repository>
  </repositories>
`)}`,
      published: `The second repository has \`${framework.java.replace(/\.\w+$/, '')}:${framework.name}\` ${framework.version}, which the build makes from the npm package. Once the package is published, leave out the first repository, and the second one if Maven Central has that version.`,
    },
    needs: `Java 11 or newer with Maven 3.8 or newer, and Node 20.16 or newer, which the constructs run on.`,
    reference: { page: 'java/REFERENCE.md', place: '`REFERENCE.md` in the archive of the Javadoc' },
    program: {
      language: 'java',
      app: 'mvn -q compile exec:java -Dexec.mainClass=Main',
      otherwise: 'In the program, import from `com.hashicorp.cdktf` and `dev.coffer.cdktf`, and write `new App()`.',
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
  const init = 'go mod init example.com/web-app';
  const fromClone = (what: string, folder: string) => `go mod edit -replace ${what}=${folder}`;
  const get = `go get ${module}@v${VERSION}`;
  return {
    install: `\`\`\`sh\n${init}\n${get}\n\`\`\``,
    fromCheckout: {
      build: `go ${framework.name}`,
      install: [
        '```sh',
        init,
        `go mod edit -require ${module}@v${VERSION}`,
        fromClone(module, `${distOf(library, 'go')}/${library.go.packageName}`),
        ...(library === FOR_CDKTN ? [fromClone(framework.go, '/path/to/coffer/build/twin/go/cdktn')] : []),
        '```',
      ].join('\n'),
      published:
        `Once the package is published, \`${get}\` takes the place of the \`go mod edit\` lines.` +
        (library === FOR_CDKTN
          ? ' Keep the last one where the proxy of modules does not have the module of cdktn, which the build makes from the npm package.'
          : ''),
    },
    needs: `Go 1.25 or newer, and Node 20.16 or newer, which the constructs run on.`,
    reference: { page: 'go/REFERENCE.md', place: '`REFERENCE.md` beside this page' },
    program: {
      language: 'go',
      before: 'go mod tidy',
      app: 'go run .',
      otherwise:
        'In the program, import `github.com/hashicorp/terraform-cdk-go/cdktf` and `github.com/coffer/cdktf-coffer-go/coffer`, and write `cdktf.NewApp(nil)` and `cdktf.NewTerraformStack`.',
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
