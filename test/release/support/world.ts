import { copyFile, link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { sha256 } from '../../../framework/packaging/hashes';
import { IMAGES, VERSION } from '../../../projenrc/names';
import { filesIn } from '../../../scripts/support/folders';
import { inRoot } from '../../../scripts/support/paths';
import { must } from '../../../scripts/support/run';
import type { ThrowAwayKey } from '../../real/support/throw-away-key';

/**
 * Stand-ins for what a signed release meets: `gh` with the releases and attestations of GitHub, and `curl` with what npm, PyPI, Maven Central, the
 * registry of the images and the key server serve. A world is a folder; the stand-ins are programs in `bin/`, which read the others.
 */

/** As gh does it: a release's files, and attestations of hashes by one workflow at one tag. */
const GH = `#!/usr/bin/env bash
set -euo pipefail
case "$1 $2" in
'release create')
  for file in "\${@:3}"; do case $file in */RELEASE_NOTES.md) ;; /*) cp "$file" "$WORLD/github/" ;; esac; done ;;
'release download')
  [ "$3" = v${VERSION} ] && [ "$4 $5" = '--repo coffer/terraform-provider-coffer' ] || exit 1
  shift 5
  to=. patterns=()
  while [ $# -gt 0 ]; do case $1 in --dir) to=$2 ;; --pattern) patterns+=("$2") ;; esac; shift 2; done
  [ \${#patterns[@]} -gt 0 ] || patterns=('*')
  for pattern in "\${patterns[@]}"; do (cd "$WORLD/github" && find . -type f -name "$pattern" -exec cp {} "$OLDPWD/$to" \\;); done ;;
'attestation verify')
  flags="\${*:4}"
  flags=\${flags% --deny-self-hosted-runners}
  [ "$flags" = '--repo coffer/terraform-provider-coffer --signer-workflow coffer/terraform-provider-coffer/.github/workflows/release.yml --source-ref refs/tags/v${VERSION}' ]
  case $3 in
  oci://*) digest=\${3##*@sha256:} ;;
  *) digest=$(sha256sum "$3" | cut -c 1-64) ;;
  esac
  grep -qx "$digest" "$WORLD/attested" ;;
*) exit 2 ;;
esac
`;

/** As curl does it: what lies below \`http/\` at the address without its scheme; a header is a line of such a file. */
const CURL = `#!/usr/bin/env bash
set -euo pipefail
to=/dev/stdout
while [ $# -gt 0 ]; do
  case $1 in
  --output) to=$2; shift ;;
  --header) shift ;;
  --remote-name) to=remote ;;
  https://*) url=$1 ;;
  esac
  shift
done
[ "$to" != remote ] || to=\${url##*/}
path=$WORLD/http/\${url#https://}
[ -f "$path" ] || [ ! -f "$path/index.html" ] || path=$path/index.html
[ -f "$path" ] || exit 22
cat "$path" >"$to"
`;

/** Digests of the images in every world. */
const DIGESTS = Object.values(IMAGES).map((image) => ({ image, digest: sha256(Buffer.from(image)) }));

/** A release that is signed by somebody, as its draft and the registries have it. */
export class World {
  private constructor(
    readonly folder: string,
    readonly subjects: string,
  ) {}

  /** @param release a release, signed or not: its copy is signed anew with `key` */
  static async of(release: string, key: ThrowAwayKey): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "coffer's world-"));
    const made = join(folder, 'release');
    await linkTree(release, made, isWanted);
    await listAgain(made);
    await writeFile(join(folder, 'IMAGES'), DIGESTS.map(({ image, digest }) => `${image}@sha256:${digest}\n`).join(''));
    const env = { GPG_PRIVATE_KEY: await key.secret(), GPG_PASSPHRASE: '' };
    const script = inRoot('scripts/workflows/sign-release.sh');
    const { stdout } = await must('bash', [script, made, join(folder, 'IMAGES')], { env });
    const world = new World(folder, stdout);
    await world.publish(made, key.fingerprint, await key.publicKey());
    return world;
  }

  private async publish(made: string, fingerprint: string, publicKey: string): Promise<void> {
    for (const [name, program] of Object.entries({ gh: GH, curl: CURL })) {
      await this.write(`bin/${name}`, program);
      await must('chmod', ['+x', join(this.folder, 'bin', name)]);
    }
    await mkdir(join(this.folder, 'github'));
    const draft = inRoot('scripts/workflows/draft.sh');
    await must('bash', [draft, `v${VERSION}`, made], {
      env: { ...this.env, GITHUB_REPOSITORY: 'coffer/terraform-provider-coffer' },
    });
    const attested = this.subjects
      .trim()
      .split('\n')
      .map((line) => line.slice(0, 64));
    await this.write('attested', [...attested, ...DIGESTS.map(({ digest }) => digest), ''].join('\n'));
    await this.write(`http/keys.openpgp.org/vks/v1/by-fingerprint/${fingerprint}`, publicKey);
    await this.write(
      `http/raw.githubusercontent.com/coffer/terraform-provider-coffer/v${VERSION}/scripts/verify-release.sh`,
      await readFile(inRoot('scripts/verify-release.sh')),
    );
    for (const { image, digest } of DIGESTS) {
      const name = image.replace('ghcr.io/', '');
      await this.write(`http/ghcr.io/token?scope=repository:${name}:pull`, '{"token":"pull"}');
      await this.write(
        `http/ghcr.io/v2/${name}/manifests/${VERSION}`,
        `HTTP/2 200\r\ndocker-content-digest: sha256:${digest}\r\n`,
      );
    }
    for (const file of await namesIn(made)) await this.#serve(made, file);
  }

  async #serve(made: string, file: string): Promise<void> {
    const [kind] = file.split('/');
    const name = basename(file);
    if (kind === 'npm') {
      const at = `http/registry.npmjs.org/${name.replace(`-${VERSION}.tgz`, '')}/-/${name}`;
      await this.write(at, await readFile(join(made, file)));
    } else if (kind === 'maven') {
      await this.write(`http/repo1.maven.org/maven2/${file.slice('maven/'.length)}`, await readFile(join(made, file)));
    } else if (kind === 'pypi') {
      const page = `http/pypi.org/simple/${name.replace(/-\d.*/, '').replaceAll('_', '-')}/index.html`;
      const before = await readFile(join(this.folder, page), 'utf8').catch(() => '');
      await this.write(
        page,
        `${before}<a href="https://files.pythonhosted.org/packages/ab/${name}#sha256=0">${name}</a>\n`,
      );
      await this.write(`http/files.pythonhosted.org/packages/ab/${name}`, await readFile(join(made, file)));
    }
  }

  /** The environment in which commands meet this world. */
  get env() {
    return { WORLD: this.folder, PATH: `${join(this.folder, 'bin')}:${process.env.PATH}` };
  }

  read = (path: string): Promise<Buffer> => readFile(join(this.folder, path));

  async write(path: string, data: string | Buffer): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await rm(file, { force: true });
    await writeFile(file, data);
  }

  /** The same world once more, to change something in it. */
  async copy(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), "coffer's world-"));
    await linkTree(this.folder, folder);
    return new World(folder, this.subjects);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** What a release has before anybody signs it, but for mirrors, which are not published, and are most of it. */
const isWanted = (path: string) => !/^mirrors\/|(\.sig|\.asc)$|^CHECKSUMS$/.test(path);

/** Writes the list of a folder's files, as a build does. */
async function listAgain(folder: string): Promise<void> {
  const lines = await Promise.all(
    (await namesIn(folder)).map(async (file) => `${sha256(await readFile(join(folder, file)))}  ${file}\n`),
  );
  await writeFile(join(folder, 'CHECKSUMS'), lines.join(''));
}

async function linkTree(from: string, to: string, wanted: (path: string) => boolean = () => true): Promise<void> {
  for (const file of await namesIn(from)) {
    if (!wanted(file)) continue;
    await mkdir(dirname(join(to, file)), { recursive: true });
    await link(join(from, file), join(to, file)).catch(() => copyFile(join(from, file), join(to, file)));
  }
}

const namesIn = async (folder: string) => (await filesIn(folder)).map((file) => relative(folder, file));
