import { cdk, JsonFile, javascript, TextFile, typescript, YamlFile } from 'projen';
import { Biome } from 'projen/lib/javascript';
import { DEVELOPMENT } from './projenrc/dependencies';
import { AUTHOR, LIBRARIES, PROVIDER_SOURCE, REPOSITORY_URL, VERSION } from './projenrc/names';
import { NODE_VERSION, pinned, versionOf } from './projenrc/pins';
import { pipelines } from './projenrc/pipelines';
import { workflows } from './projenrc/workflows';

/** Version of Bun, which compiles the provider: the same for all platforms. */
const BUN_VERSION = versionOf('@oven/bun-linux-x64');

const { npm, python, java, go, dotnet } = LIBRARIES.cdktf;

const FORMATTED = 'projenrc bench contract emulator examples framework provider scripts src test'.split(' ');

/** Tests that import the construct library. */
const TESTS_OF_CONSTRUCTS = [
  'test/unit/src',
  'test/host/src',
  'test/real/src',
  'test/real/deploy',
  'test/real/twin',
  'test/release/keep-baseline.ts',
];

const project = new cdk.JsiiProject({
  name: npm,
  description: 'CDKTF constructs for Coffer: secrets, pull secrets, S3 buckets and access keys as code.',
  author: AUTHOR.name,
  authorAddress: AUTHOR.email,
  authorOrganization: true,
  repositoryUrl: `${REPOSITORY_URL}.git`,
  homepage: `${REPOSITORY_URL}#readme`,
  bugsUrl: `${REPOSITORY_URL}/issues`,
  defaultReleaseBranch: 'main',
  license: 'Apache-2.0',
  copyrightOwner: AUTHOR.name,
  stability: 'experimental',
  // Construct Hub lists packages with one of its keywords, one of which is cdktf.
  keywords: ['cdk', 'cdktf', 'coffer', 'constructs', 'opentofu', 's3', 'secrets', 'terraform'],
  packageManager: javascript.NodePackageManager.NPM,
  minNodeVersion: '20.16.0',
  jsiiVersion: versionOf('jsii'),
  typescriptVersion: versionOf('typescript'),
  projenrcTs: true,
  runner: typescript.TypeScriptRunner.tsx(),
  disableTsconfigDev: true,
  jest: false,
  eslint: false,
  docgen: false,
  github: false,
  depsUpgrade: false,
  release: false,
  npmignoreEnabled: false,
  biome: true,
  biomeOptions: {
    version: versionOf('@biomejs/biome'),
    biomeConfig: {
      formatter: { lineWidth: 120, indentStyle: 'space' as never, indentWidth: 2 },
      javascript: { formatter: { quoteStyle: 'single' as never } },
      files: {
        includes: ['.projenrc.ts', ...FORMATTED.map((folder) => `${folder}/**/*.ts`)],
      },
    },
  },
  // Names of the library in each language (README, "In other languages").
  publishToPypi: python,
  publishToMaven: { mavenGroupId: java.groupId, mavenArtifactId: java.artifactId, javaPackage: java.package },
  publishToGo: go,
  publishToNuget: { dotNetNamespace: dotnet, packageId: dotnet },
  peerDeps: ['cdktf@^0.21.0', 'constructs@^10.6.0'],
  devDeps: [...new Set(Object.values(DEVELOPMENT).flat())].map(pinned),
  gitignore: [
    '/build/',
    '/dist/',
    '/.test/',
    'cdktf.out/',
    '.venv/',
    '/examples/constructs/java/target/',
    '.terraform/',
    '*.tfstate',
    '*.tfstate.*',
    '*.log',
  ],
});

// Sources that commands make: the first three by `npm ci` and whatever reads them, the next by the test of the conformance program.
project.gitignore.exclude(
  '/emulator/dashboard/browser-code.js',
  '/emulator/settings/sentences.js',
  '/framework/protocol/generated/',
  '/src/l1/',
  '/test/conformance/tfplugin6/',
  '/test/clients/rust/Cargo.lock',
);

// Reviews fold what a command wrote.
const written = [
  'package-lock.json',
  'go.sum',
  '/docs/actions/**',
  '/docs/constructs/install/**',
  '/docs/data-sources/**',
  '/docs/emulator/seed.schema.json',
  '/docs/ephemeral-resources/**',
  '/docs/functions/**',
  '/docs/index.md',
  '/docs/list-resources/**',
  '/docs/openapi.json',
  '/docs/pictures/**',
  '/docs/resources/**',
  '/src/private/registries/registry-table.ts',
];
for (const pattern of written) project.gitattributes.addAttributes(pattern, 'linguist-generated');
// The task of projen that compares with the last release on npm.
project.removeTask('compat');
project.deps.removeDependency('jsii-diff');
project.npmrc.addConfig('omit-lockfile-registry-resolved', 'true');
project.npmrc.addConfig('audit', 'false');
project.npmrc.addConfig('fund', 'false');
project.package.addVersion(VERSION);
// The packages are built from this manifest in separate folders; the checkout itself is not a package, and `npm publish` refuses it.
project.package.addField('private', true);
project.package.addField('files', ['lib', '.jsii', 'REFERENCE.md', 'reference']);
// Installs Bun's platform packages directly, because the package `bun` needs an install script to put its program in place.
const bun = ['darwin', 'linux', 'windows'].flatMap((os) => [`@oven/bun-${os}-aarch64`, `@oven/bun-${os}-x64`]);
project.package.addField('optionalDependencies', Object.fromEntries(bun.map((name) => [name, BUN_VERSION])));
// npm 12 runs no install script that is not allowed here, and npm 11 warns about one. Those set to false are not needed.
project.package.addField('allowScripts', {
  '@cdktf/node-pty-prebuilt-multiarch': false,
  esbuild: false,
  node: true,
  protobufjs: false,
});
// As in packages with bindings: the provider, and the version of its schema.
const provider = { name: `registry.terraform.io/${PROVIDER_SOURCE}`, version: VERSION };
project.package.addField('cdktf', { isDeprecated: false, provider });

// Generated code is the responsibility of its generator, not of the linter.
for (const pattern of ['!!src/l1', '!!framework/protocol/generated']) Biome.of(project)?.addFilePattern(pattern);

// @internal members are only for files of the library, so published types omit them. jsii's strict rules require keeping them.
project.tryFindObjectFile('package.json')?.addOverride('jsii.validateTsconfig', 'minimal');
project.tryFindObjectFile('tsconfig.json')?.addOverride('compilerOptions.stripInternal', true);

// One strict compiler configuration for all code outside the jsii library; tsx, vitest and esbuild run it, so it is never emitted.
const codeTsconfig = 'tsconfig.code.json';
new JsonFile(project, codeTsconfig, {
  marker: false,
  obj: {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2024', 'ESNext.Disposable'],
      module: 'preserve',
      moduleResolution: 'bundler',
      types: ['node'],
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      forceConsistentCasingInFileNames: true,
      isolatedModules: true,
      noFallthroughCasesInSwitch: true,
      noImplicitOverride: true,
      noImplicitReturns: true,
      noUncheckedIndexedAccess: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      resolveJsonModule: true,
      skipLibCheck: true,
    },
    include: ['bench', 'contract', 'emulator', 'framework', 'provider', 'scripts', 'test', 'examples'],
    exclude: [
      '**/node_modules',
      '**/cdktf.out',
      // tsconfig.browser.json has it.
      'emulator/dashboard/browser',
      'examples/constructs',
      // test/real/acceptance/framework-example.test.ts checks its types against the packed framework.
      'examples/framework',
      'framework/command/template',
      'test/plugin-testing',
      ...TESTS_OF_CONSTRUCTS,
      'bench/constructs',
    ],
  },
});

// Code for browsers knows their interfaces, and nothing of Node.
new JsonFile(project, 'tsconfig.browser.json', {
  marker: false,
  obj: {
    extends: `./${codeTsconfig}`,
    compilerOptions: { lib: ['ES2024', 'DOM', 'DOM.Iterable'], types: [] },
    include: ['emulator/dashboard/browser'],
    exclude: [],
  },
});

// Code that imports the construct library sees its generated part, which supports neither exact optional properties nor override.
new JsonFile(project, 'tsconfig.constructs.json', {
  marker: false,
  obj: {
    extends: `./${codeTsconfig}`,
    compilerOptions: { exactOptionalPropertyTypes: false, noImplicitOverride: false },
    include: ['examples/constructs', ...TESTS_OF_CONSTRUCTS, 'bench/constructs'],
    // Only its own example installs cdktn; test/real/examples/constructs-languages.test.ts runs it.
    exclude: ['**/node_modules', '**/cdktf.out', 'examples/constructs/cdk-terrain'],
  },
});

new TextFile(project, '.node-version', { lines: [NODE_VERSION, ''] });

for (const [path, obj] of Object.entries({ ...workflows, ...pipelines() })) new YamlFile(project, path, { obj });

// The commands. They call their tools directly: projen's own tasks would only add start-up time.
const commands = {
  demo: 'tsx scripts/demo.ts',
  build: 'tsx scripts/build.ts',
  'build:provider': 'tsx scripts/build-provider.ts',
  release: 'tsx scripts/release.ts',
  'release:check': 'tsx scripts/release-check.ts',
  generate: 'tsx scripts/generate.ts',
  lint: 'tsx scripts/lint.ts',
  test: 'tsx scripts/test.ts',
  'test:quick': 'vitest run --project unit',
  'test:adversity': 'tsx scripts/test-adversity.ts',
  'test:release': 'vitest run --project release',
  'test:clients': 'tsx scripts/test-clients.ts',
  'test:recorded-aws': 'tsx scripts/test-recorded-aws.ts',
  'test:coverage': 'vitest run --coverage --project unit --project host',
  compatibility: 'tsx scripts/write-compatibility.ts',
  'install:terraform': 'tsx scripts/install-terraform.ts',
  emulator: 'exec node --import tsx scripts/emulator.ts',
  bench: 'tsx bench/main.ts',
  screenshots: 'tsx scripts/screenshots.ts',
};
for (const name of Object.keys(project.package.manifest.scripts ?? {})) project.removeScript(name);
for (const { name } of project.tasks.all) project.removeScript(name);
for (const [name, command] of Object.entries(commands)) project.setScript(name, command);
project.setScript('projen', 'projen');
// npm runs it after `npm ci` in a clone: what is generated and not in the tree is there from then on. The Node that runs npm checks the one that npm brought.
project.setScript('prepare', '"$npm_node_execpath" scripts/check-node.mjs && tsx scripts/prepare.ts');

// Would repeat the versions of package.json, where Dependabot raises them.
project.tryRemoveFile('.projen/deps.json');
project.gitattributes.removeAttributes('/.projen/deps.json', 'linguist-generated');
project.gitignore.removePatterns('!/.projen/deps.json');

project.synth();
