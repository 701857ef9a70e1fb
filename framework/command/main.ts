import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildForHost } from '../packaging/build';
import { requireBun } from '../packaging/bun';
import { bundleProvider } from '../packaging/bundle';
import { PLATFORMS } from '../packaging/platforms';
import { makeRelease } from '../packaging/release';
import { requireServing } from '../packaging/require-serving';
import { referencePages } from '../reference/pages';
import { writePages } from '../reference/write';
import { newProject } from './new-project';
import { loadProvider, versionOf } from './project';

/** The program of the package, run in the folder of a provider's project. For any error it sets exit code 1 and writes to stderr. */
const HELP = `terraform-provider-kit COMMAND [--flag VALUE]

new NAME  writes the project of a new provider to terraform-provider-NAME/: settings, a resource with its test, workflows. NAME may be OWNER/NAME.
compile   builds the provider for this machine into dist/: mirror/ (one executable), mirror-node/ (a script for Node),
          cli.tfrc (settings for Terraform). Prints the path of the executable.
release   builds archives for all platforms, checksums and mirrors into dist/release/. Replaces an earlier release there. Prints its path.
pages     writes the reference pages into docs/, with the examples in examples/ and the templates in templates/. Removes generated pages of what
          is gone. templates/subcategories.json groups types in the menu: { "Networking": ["network", "subnet"] }.

--main FILE       what calls serve(provider); main.ts by default
--provider FILE   what exports "provider"; provider.ts by default
--version X.Y.Z   by default that of package.json
--folder FOLDER   where to write, instead of dist, dist/release or docs
--platform NAME   only this one, for release; may be repeated: ${PLATFORMS.map(({ name }) => name).join(', ')}
--examples FOLDER for pages; examples by default
--templates FOLDER for pages; templates by default
--title NAME      name of the provider on its pages
`;

/** npm only warns of an older one, on which `node --test` finds no test in TypeScript, and succeeds. */
const OLDEST_NODE = '22.19';

const text = { type: 'string' } as const;

/** The flags that each command uses. */
const FLAGS: Readonly<Record<string, readonly string[]>> = {
  new: [],
  compile: ['main', 'provider', 'version', 'folder'],
  release: ['main', 'provider', 'version', 'folder', 'platform'],
  pages: ['provider', 'folder', 'examples', 'templates', 'title'],
};

async function run(): Promise<void> {
  const { node } = process.versions;
  if (node.localeCompare(OLDEST_NODE, undefined, { numeric: true }) < 0)
    throw new Error(`terraform-provider-kit needs Node ${OLDEST_NODE} or newer, and this is ${node}.`);
  const { positionals, values } = readArguments();
  const [command, ...extra] = positionals;
  const project = process.cwd();
  if (values.help) return console.log(HELP);
  if (command === undefined) throw new Error(`Which command?\n\n${HELP}`);
  const flags = FLAGS[command];
  if (flags === undefined)
    throw new Error(`There is no command ${command}. There are new, compile, release and pages.`);
  if (command === 'new' && extra.length === 1 && Object.keys(values).length === 0) {
    console.log(await newProject(extra[0] ?? '', project, await versionOf(import.meta.dirname)));
    return;
  }
  if (command === 'new') throw new Error('Give the name of the new provider, and nothing else: example/notes.');
  if (extra.length > 0) throw new Error(`${command} takes flags only, and no ${extra.join(' ')}.`);
  const unused = Object.keys(values).filter((flag) => !flags.includes(flag));
  if (unused.length > 0)
    throw new Error(`${command} does not use ${unused.map((flag) => `--${flag}`).join(', ')}. --help lists the flags.`);
  const platforms = chosen(values.platform);
  // stdout has the result only, whatever the modules of the provider write while they load.
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const provider = await loadProvider(project, values.provider ?? 'provider.ts');
  if (command === 'pages') {
    const { typeName, schema } = provider;
    const templates = resolve(values.templates ?? 'templates');
    const groups = join(templates, 'subcategories.json');
    const pages = referencePages({
      provider,
      templates,
      ...(existsSync(groups) && {
        subcategories: JSON.parse(readFileSync(groups, 'utf8')) as Record<string, string[]>,
      }),
      examples: resolve(values.examples ?? 'examples'),
      title: values.title ?? typeName.charAt(0).toUpperCase() + typeName.slice(1),
      about: schema.description,
    });
    return writePages(pages, resolve(values.folder ?? 'docs'));
  }
  const of = {
    typeName: provider.typeName,
    source: provider.source,
    version: semantic(values.version ?? (await versionOf(project))),
  };
  const main = values.main ?? 'main.ts';
  const bundle = await bundleProvider({ folder: project, main }, of);
  await requireServing(bundle, main, project, of);
  if (command === 'compile') {
    const conditions = [readFileSync(import.meta.filename)]; // another version of this package builds again
    const built = await buildForHost({
      ...{ provider: of, bundle: bundle.text, bun: requireBun(project), conditions },
      folder: resolve(values.folder ?? 'dist'),
    });
    print(`${built.program}\n`);
    return;
  }
  const folder = resolve(values.folder ?? join('dist', 'release'));
  await makeRelease({ provider: of, bundle, project, folder, platforms });
  print(`${folder}\n`);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        ...{ main: text, provider: text, version: text, folder: text, examples: text, templates: text, title: text },
        platform: { type: 'string', multiple: true },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    // The rest of Node's message is about arguments that begin with a dash.
    const [problem] = (error as Error).message.split(/\.\s|\n/);
    throw new Error(`${problem?.replace(/\.$/, '')}. --help lists the flags.`);
  }
}

/** The version itself. Throws for one that registries refuse. */
function semantic(version: string): string {
  if (/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) return version;
  throw new Error(`The version ${version} is none that registries accept, such as 1.2.3 or 1.2.3-beta.1.`);
}

function chosen(names: readonly string[] = PLATFORMS.map(({ name }) => name)) {
  return names.map((name) => {
    const found = PLATFORMS.find((platform) => platform.name === name);
    if (found) return found;
    throw new Error(`There is no platform ${name}. There are ${PLATFORMS.map((one) => one.name).join(', ')}.`);
  });
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
