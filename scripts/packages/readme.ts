import { REPOSITORY_URL } from '../../projenrc/names';
import { type Chapter, chapterOf, type Target } from './chapters';
import { FOR_CDKTN, type Library } from './library';

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
    `The secrets, registry credentials, S3 buckets and access keys of the hosted service Coffer as code, with grants, rotation and ` +
      `policies. Secret values are write-only: they reach the service without being kept in the synthesized code, in a plan or in state.`,
    ...(program ? [program.code, howToRun(library, program)] : []),
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

/** How a program is deployed with the command line of its framework. */
export const howToRun = (
  { framework: { name, version } }: Library,
  { language, app, file }: NonNullable<Chapter['program']>,
) =>
  [
    `With this program as \`${file}\` and a \`cdktf.json\` beside it:`,
    ['```json', JSON.stringify({ language, app }), '```'].join('\n'),
    [
      '```sh',
      'export COFFER_BASE_URL=… COFFER_TOKEN=… COFFER_PROJECT_ID=…',
      'export TF_VAR_db_password=…',
      `npx ${name}-cli@${version} deploy`,
      '```',
    ].join('\n'),
  ].join('\n\n');
