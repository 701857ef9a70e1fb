import { REPOSITORY_URL, VERSION } from '../../projenrc/names';
import { type Chapter, chapterOf, type Target } from './chapters';
import { FOR_CDKTF, FOR_CDKTN, type Library } from './library';

/** The README of a library's package for a language, as shown by registries. Its links are absolute, since it has no repository around it. */
export function readmeOf(library: Library, target: Target): string {
  const { install, needs, program, reference } = chapterOf(library, target);
  const page = (path: string) => `${REPOSITORY_URL}/blob/main/${path}`;
  const links = [
    `[Guide](${page('docs/constructs/README.md')}): grants, secrets, rotation, policies, testing, escape hatches`,
    `[Reference](${page(`docs/constructs/reference/${library.npm}.md`)}): every construct with its props and methods, in this package as ${reference.place}`,
    `[Provider](${page('docs/index.md')}): its settings, and what Terraform makes of each construct`,
    `[Troubleshooting](${page('docs/guides/troubleshooting.md')}), [changes](${page('CHANGELOG.md')}), ` +
      `[issues](${REPOSITORY_URL}/issues)`,
  ];
  return [
    `# Coffer constructs for ${library.framework.title}`,
    install,
    statusOf(library, page),
    `The secrets, registry credentials, S3 buckets and access keys of a hosted secrets and S3 storage service as code, with grants, rotation and ` +
      `policies. Secret values are write-only: they reach the service without being kept in the synthesized code, in a plan or in state. An access key ` +
      `stays out of the state with \`storeIn\`, as below.`,
    ...(program
      ? [
          program.code,
          `With this program as \`${program.file}\`, and the address of the service, a token and a project in the environment:`,
          '```sh\nexport COFFER_BASE_URL=… COFFER_TOKEN=… COFFER_PROJECT_ID=…\n```',
          howToRun(library, program),
        ]
      : []),
    `${needs} The provider \`coffer/coffer\` needs Terraform or OpenTofu 1.11 or newer.`,
    `## Where to read on`,
    links.map((link) => `- ${link}`).join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

/** The program on a package's page, without its fence; undefined if there is none. */
export function programOf(
  library: Library,
  target: Target,
): { readonly file: string; readonly code: string } | undefined {
  const { program } = chapterOf(library, target);
  return program && { file: program.file, code: program.code.replace(/^```\w+\n|```$/g, '') };
}

/** The reference page of a library for a language, and its place in the package. */
export const referenceOf = (library: Library, target: Target): Chapter['reference'] =>
  chapterOf(library, target).reference;

function statusOf(library: Library, page: (path: string) => string): string {
  const guide = page('docs/constructs/from-cdktf.md');
  if (library === FOR_CDKTN)
    return (
      `CDK Terrain is the active successor of CDKTF, which HashiCorp archived in December 2025. A project that uses \`cdktf-coffer\` ` +
      `can [move to this package](${guide}) without changing a resource.`
    );
  return (
    `**CDKTF is archived**: HashiCorp ended it in December 2025. Start new projects with \`${FOR_CDKTN.npm}\`, the same library for CDK Terrain, ` +
    `the active successor of CDKTF. Both are built from the same sources. [Moving to it](${guide}) changes no resource. This package stays complete.`
  );
}

/** The oldest Node that the constructs run on. */
const OLDEST_NODE = '20.16';

/** How a program is deployed: with Terraform alone, or with the command line of its framework. All commands are typed in its folder. */
const howToRun = (
  { framework: { name, version, title, commandLineNeeds } }: Library,
  { language, app, before }: NonNullable<Chapter['program']>,
) =>
  [
    [
      '```sh',
      "export TF_VAR_db_password='correct-horse'",
      'export CHECKPOINT_DISABLE=1 # Terraform and the command line below do not report that they run',
      ...(before === undefined ? [] : [before]),
      app,
      `terraform -chdir=${STACK} init`,
      `terraform -chdir=${STACK} apply`,
      `terraform -chdir=${STACK} plan # No changes.`,
      '```',
    ].join('\n'),
    ...(language === 'typescript'
      ? []
      : [
          'On a Node whose support has ended, such as Node 20, jsii prints a box that says so, and works. `JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=20` ' +
            'hides the box.',
        ]),
    `The command line of ${title} does the same, with a \`cdktf.json\` beside the program. It needs Node ${commandLineNeeds} or newer.`,
    ['```json', JSON.stringify({ language, app }), '```'].join('\n'),
    ['```sh', `npx ${name}-cli@${version} deploy --skip-provider-lock`, '```'].join('\n'),
    ...(commandLineNeeds === OLDEST_NODE
      ? []
      : [`On an older Node: \`npx -p node@24 -p ${name}-cli@${version} -- ${name} deploy --skip-provider-lock\`.`]),
    'Without `--skip-provider-lock`, `deploy` also locks the provider for other platforms by its registry, which fails in a network without it, with a mirror, and ' +
      'for a version that is not published.',
    'This deletes everything again:',
    ['```sh', `terraform -chdir=${STACK} destroy`, '```'].join('\n'),
  ].join('\n\n');

/** Where the frameworks write the stack of the program. */
const STACK = 'cdktf.out/stacks/web-app';

/** The languages: file of the page, display name, and an example; C# has none, since nobody can run it here. */
const LANGUAGES: Readonly<
  Record<Target, { readonly file: string; readonly title: string; readonly example?: string }>
> = {
  js: { file: 'typescript', title: 'TypeScript', example: 'cdk-terrain' },
  python: { file: 'python', title: 'Python', example: 'python' },
  java: { file: 'java', title: 'Java', example: 'java' },
  go: { file: 'go', title: 'Go', example: 'go' },
  dotnet: { file: 'csharp', title: 'C#' },
};

/** File of the page of a language, in `docs/constructs/install/`. */
export const installFileOf = (target: Target): string => `${LANGUAGES[target].file}.md`;

/**
 * The page of the guide that says how the constructs are installed in a language, and typed from top to bottom with a clone. Its program and the commands
 * that deploy it are those of the package's page.
 */
export function installPageOf(target: Target): string {
  const { title, example } = LANGUAGES[target];
  const { needs, install, fromCheckout, program } = chapterOf(FOR_CDKTN, target);
  const forCdktf = chapterOf(FOR_CDKTF, target);
  return [
    `<!-- generated by scripts/generate-install-pages.ts from scripts/packages/ -->`,
    `# Install the constructs for ${title}`,
    '## What you need',
    `${needs} The provider \`coffer/coffer\` needs Terraform or OpenTofu 1.11 or newer.`,
    ...(fromCheckout ? [inAClone(fromCheckout)] : []),
    '## With CDK Terrain',
    ...(fromCheckout
      ? [
          'Go to an empty folder in a second terminal. Below, replace `/path/to/coffer` with the path of your clone.',
          fromCheckout.install,
          fromCheckout.published,
        ]
      : [install]),
    ...(program
      ? [`Save this as \`${program.file}\`:`, program.code, PROVIDER_OF_CLONE, howToRun(FOR_CDKTN, program)]
      : []),
    '## With CDKTF',
    `HashiCorp archived CDKTF in December 2025. Start new projects with CDK Terrain, and [move existing ones](../from-cdktf.md) to it without changing a resource.`,
    ...(forCdktf.fromCheckout
      ? [
          `In the clone, \`npm run build -- ${forCdktf.fromCheckout.build}\` builds the package. Install it in an empty folder.`,
          forCdktf.fromCheckout.install,
          forCdktf.fromCheckout.published,
        ]
      : [forCdktf.install]),
    ...(program
      ? [
          `${program.otherwise} \`npx cdktf-cli@${FOR_CDKTF.framework.version} deploy --skip-provider-lock\` runs on Node ${FOR_CDKTF.framework.commandLineNeeds} or newer.`,
        ]
      : [PROVIDER]),
    ...(forCdktf.needs === needs ? [] : [`With CDKTF: ${forCdktf.needs}`]),
    '## Where to read on',
    `${example === undefined ? 'The' : `A [larger example](../../../examples/constructs/${example}/README.md), the`} pages about ` +
      '[concepts](../concepts.md), [grants](../grants.md), [secrets](../secrets.md), and [all others](../README.md).',
  ]
    .join('\n\n')
    .concat('\n');
}

/** What a clone builds before the package is published. Says how long the build takes, because npm does not. */
const inAClone = ({ build }: NonNullable<Chapter['fromCheckout']>) =>
  [
    '## In a clone',
    `**Version ${VERSION} is not published yet.** In a clone of the repository, this builds the provider and the package, in about three minutes, and ` +
      'starts an [emulator](../../emulator/README.md) of the service:',
    [
      '```sh',
      'npm ci',
      `npm run build -- ${build}`,
      'npm run --silent emulator # prints its export lines, and runs until Ctrl-C',
      '```',
    ].join('\n'),
    'If the emulator reports that its ports are in use, add `-- --port 0 --s3-port 0`. Without arguments, `npm run build` builds every package in every language, in about ten minutes.',
  ].join('\n\n');

const PROVIDER =
  '`terraform init` installs the provider from its registry: [Install the provider](../../guides/install.md) describes other ways.';

const PROVIDER_OF_CLONE = [
  'Run the `export` lines of the emulator in this terminal, or set `COFFER_BASE_URL`, `COFFER_TOKEN` and `COFFER_PROJECT_ID` for your service. This tells ' +
    'Terraform where the clone has built the provider:',
  '```sh\nexport TF_CLI_CONFIG_FILE=/path/to/coffer/dist/cli.tfrc\n```',
  'Once the provider is published, `terraform init` installs it from its registry, and [Install the provider](../../guides/install.md) describes other ' +
    'ways. Then deploy:',
].join('\n\n');
