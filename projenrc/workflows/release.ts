import { IMAGES } from '../names';
import { pinned } from './actions';
import {
  checkout,
  download,
  downloads,
  expression,
  secret,
  setUp,
  setupNode,
  setupTerraform,
  TOOLS,
  ubuntu,
  upload,
  variable,
} from './steps';

/**
 * A release by tag, in four kinds of jobs that trust each other as little as possible.
 *
 * - Those that run the code of npm packages build and try: `build`, and `rebuild` on another machine, `images`, `smoke`. They have no secret and no identity.
 * - `sign` has both. It runs gpg and one script, and only on files that two machines built equally.
 * - One job for each registry publishes, after it has verified the signature and the attestation, with tools that are pinned by a hash or come
 *   with the runner.
 * - `publish` makes the draft public, last, if it still holds the files that were signed.
 *
 * internals/decisions/0109-no-key-beside-the-build.md says why.
 */

const FOLDER = 'dist/release';

/** What is handed on: the release as it was built, as it was signed, the list of the second build, and the images. */
const ARTIFACTS = { built: 'built', signed: 'signed', rebuilt: 'rebuilt', images: 'images' };

/** The name of the list of a release's files (scripts/release/names.ts). */
const CHECKSUMS = 'CHECKSUMS';

/** A folder whose name every quoting mistake trips over. */
const ODD = "a b's Jörg";

/** The folder of the images on their way, each an archive of an OCI layout, and the list of their digests. */
const IMAGE_FOLDER = 'images';

/** The release on its way between jobs: an artifact keeps no modes, so a program in it could not be started, but an archive does. */
const PACKED = 'release.tar';

const keep = (artifact: string) => [{ run: `tar --create --file ${PACKED} ${FOLDER}` }, upload(artifact, PACKED)];

const fetch = (artifact: string) => [download(artifact, '.'), { run: `tar --extract --file ${PACKED}` }];

const ghToken = { GH_TOKEN: expression('github.token') };

/** The signed release, after a look at who signed and attested it. What follows gets nothing else. */
const fetchVerified = [
  ...fetch(ARTIFACTS.signed),
  {
    run: `scripts/verify-release.sh --key "$SIGNING_KEY" ${FOLDER}`,
    env: { ...ghToken, SIGNING_KEY: variable('SIGNING_KEY') },
  },
];

/** A checkout of what runs beside a secret or an identity: these scripts, and nothing that npm installs for the project. */
const checkoutScripts = {
  ...checkout,
  with: {
    ...checkout.with,
    'sparse-checkout': 'scripts/workflows\nscripts/verify-release.sh',
    'sparse-checkout-cone-mode': false,
  },
};

/** A job that publishes to a registry after an approval, and does nothing else. */
const publish = (environment: string, permissions: object, steps: readonly object[]) => ({
  needs: ['draft'],
  ...ubuntu('short'),
  environment,
  permissions: { contents: 'read', attestations: 'read', ...permissions },
  steps: [checkoutScripts, ...fetchVerified, ...steps],
});

/** Last part of an image's name; its archive has it, too. */
const shortName = (image: string) => image.replace(/^.*\//, '');

/** Builds an image, starts it, and keeps it for every platform as an archive. */
function image(name: string, file: string, context: string) {
  const uses = pinned('docker/build-push-action');
  const version = { 'build-args': `VERSION=${expression('needs.build.outputs.version')}` };
  const kept = {
    platforms: 'linux/amd64,linux/arm64',
    outputs: `type=oci,dest=${IMAGE_FOLDER}/${shortName(name)}.tar`,
    ...version,
    labels: [
      `org.opencontainers.image.revision=${expression('github.sha')}`,
      `org.opencontainers.image.created=${expression('github.event.head_commit.timestamp')}`,
    ].join('\n'),
    provenance: 'mode=max',
    sbom: true,
  };
  return [
    { uses, with: { context, file, load: true, tags: name, ...version } },
    { run: `scripts/workflows/try-image.sh ${name}` },
    { uses, with: { context, file, ...kept } },
  ];
}

/** Pushes an image that was built before, and attests the digest that the signed release names. */
const pushed = (name: string) => [
  {
    id: shortName(name),
    run: `scripts/workflows/push-image.sh ${name} ${IMAGE_FOLDER}/${shortName(name)}.tar ${FOLDER}/IMAGES`,
    env: { REGISTRY_USER: expression('github.actor'), REGISTRY_TOKEN: expression('github.token') },
  },
  {
    uses: pinned('actions/attest'),
    with: {
      'subject-name': name,
      'subject-digest': expression(`steps.${shortName(name)}.outputs.digest`),
      'push-to-registry': true,
    },
  },
];

/** What makes a release of the tag, without a signature. */
const build = [
  { run: 'npm ci' },
  // By the Node of the runner, whatever npm has brought.
  { run: 'node scripts/check-node.mjs' },
  { run: `npm run release -- --version "\${GITHUB_REF_NAME#v}"`, env: downloads },
  { run: 'npm run release:check -- --unsigned' },
];

/** Tests the archive of the job's own platform. */
const smoke = {
  needs: ['build'],
  ...ubuntu('short'),
  'runs-on': expression('matrix.os'),
  permissions: { contents: 'read' },
  strategy: {
    'fail-fast': false,
    matrix: {
      os: ['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'macos-15-intel', 'windows-2025', 'windows-11-arm'],
    },
  },
  defaults: { run: { shell: 'bash' } },
  steps: [
    checkout,
    setupNode,
    setupTerraform(TOOLS.newestTerraform),
    ...fetch(ARTIFACTS.built),
    { run: `scripts/workflows/start-emulator.sh ${FOLDER}/npm >> "$GITHUB_ENV"` },
    { run: `scripts/workflows/smoke.sh ${FOLDER}` },
  ],
};

/** The same test in Terraform's official image, which is based on Alpine. */
const smokeAlpine = {
  ...smoke,
  'runs-on': 'ubuntu-24.04',
  strategy: undefined,
  steps: [
    checkout,
    setupNode,
    ...fetch(ARTIFACTS.built),
    { run: `scripts/workflows/start-emulator.sh ${FOLDER}/npm >> "$GITHUB_ENV"` },
    {
      run: [
        'docker run --rm --network host --volume "$PWD:/work:ro" --workdir /work',
        '--env COFFER_BASE_URL --env COFFER_TOKEN --env COFFER_PROJECT_ID --entrypoint sh',
        `hashicorp/terraform:${TOOLS.newestTerraform} scripts/workflows/smoke.sh ${FOLDER}`,
      ].join(' '),
    },
  ],
};

export const release = {
  name: 'release',
  on: { push: { tags: ['v*'] } },
  permissions: { contents: 'read' },
  concurrency: { group: 'release', 'cancel-in-progress': false },
  jobs: {
    build: {
      ...ubuntu('build'),
      permissions: { contents: 'read' },
      outputs: { version: expression('steps.version.outputs.version') },
      steps: [
        ...setUp,
        { id: 'version', run: `echo "version=\${GITHUB_REF_NAME#v}" >> "$GITHUB_OUTPUT"` },
        ...build,
        ...keep(ARTIFACTS.built),
      ],
    },
    // Another machine, another time zone, another umask, and a folder that not every tool can build in: the bytes are the same.
    rebuild: {
      ...ubuntu('build'),
      permissions: { contents: 'read' },
      defaults: { run: { shell: 'bash --norc -euo pipefail {0}', 'working-directory': ODD } },
      env: { TZ: 'Asia/Kathmandu' },
      steps: [
        { ...checkout, with: { ...checkout.with, path: ODD } },
        ...setUp.slice(1),
        ...build.map((step) => ({ ...step, run: `umask 077 && ${step.run}` })),
        upload(ARTIFACTS.rebuilt, `${ODD}/${FOLDER}/${CHECKSUMS}`),
      ],
    },
    images: {
      needs: ['build'],
      ...ubuntu('short'),
      permissions: { contents: 'read' },
      steps: [
        checkout,
        ...fetch(ARTIFACTS.built),
        { uses: pinned('docker/setup-qemu-action') },
        { uses: pinned('docker/setup-buildx-action') },
        { run: `mkdir ${IMAGE_FOLDER}` },
        ...image(IMAGES.emulator, 'emulator/Dockerfile', '.'),
        ...image(IMAGES.provider, 'provider/Dockerfile', FOLDER),
        { run: `scripts/workflows/list-images.sh ${IMAGE_FOLDER} ${Object.values(IMAGES).join(' ')}` },
        upload(ARTIFACTS.images, IMAGE_FOLDER),
      ],
    },
    smoke,
    'smoke-alpine': smokeAlpine,
    sign: {
      needs: ['build', 'rebuild', 'images', 'smoke', 'smoke-alpine'],
      ...ubuntu('short'),
      environment: 'release',
      permissions: { contents: 'read', 'id-token': 'write', attestations: 'write' },
      steps: [
        checkoutScripts,
        ...fetch(ARTIFACTS.built),
        download(ARTIFACTS.rebuilt, ARTIFACTS.rebuilt),
        download(ARTIFACTS.images, IMAGE_FOLDER),
        { run: `scripts/workflows/same-build.sh ${FOLDER}/${CHECKSUMS} ${ARTIFACTS.rebuilt}/${CHECKSUMS}` },
        {
          run: `scripts/workflows/sign-release.sh ${FOLDER} "$PWD/${IMAGE_FOLDER}/IMAGES" > subjects`,
          env: { GPG_PRIVATE_KEY: secret('GPG_PRIVATE_KEY'), GPG_PASSPHRASE: secret('GPG_PASSPHRASE') },
        },
        { uses: pinned('actions/attest'), with: { 'subject-checksums': 'subjects' } },
        ...keep(ARTIFACTS.signed),
      ],
    },
    draft: {
      needs: ['sign'],
      ...ubuntu('short'),
      environment: 'release',
      permissions: { contents: 'write', attestations: 'read' },
      steps: [
        checkoutScripts,
        ...fetchVerified,
        { run: `scripts/workflows/draft.sh "$GITHUB_REF_NAME" ${FOLDER}`, env: ghToken },
      ],
    },
    npm: publish('npm', { 'id-token': 'write' }, [
      // Trusted publishing needs npm 11.5.1, which comes with this Node.
      {
        uses: pinned('actions/setup-node'),
        with: { 'node-version': TOOLS.nodeToPublish, 'package-manager-cache': false },
      },
      { run: `scripts/workflows/publish-npm.sh ${FOLDER}/npm` },
    ]),
    pypi: publish('pypi', { 'id-token': 'write' }, [
      { uses: pinned('actions/setup-python'), with: { 'python-version': TOOLS.python } },
      { run: `scripts/workflows/publish-pypi.sh ${FOLDER}/pypi` },
    ]),
    maven: publish('maven', {}, [
      {
        run: `scripts/workflows/publish-maven.sh ${FOLDER}/maven`,
        env: { MAVEN_USERNAME: secret('MAVEN_USERNAME'), MAVEN_PASSWORD: secret('MAVEN_PASSWORD') },
      },
    ]),
    go: publish('go', {}, [
      {
        run: `scripts/workflows/publish-go.sh ${FOLDER}/go "\${GITHUB_REF_NAME#v}"`,
        env: { GITHUB_TOKEN: secret('GO_GITHUB_TOKEN') },
      },
    ]),
    'push-images': publish('release', { packages: 'write', 'id-token': 'write', attestations: 'write' }, [
      download(ARTIFACTS.images, IMAGE_FOLDER),
      ...pushed(IMAGES.emulator),
      ...pushed(IMAGES.provider),
    ]),
    publish: {
      ...publish('release', { contents: 'write' }, [
        { run: `scripts/workflows/publish-release.sh "$GITHUB_REF_NAME" ${FOLDER}`, env: ghToken },
      ]),
      needs: ['npm', 'pypi', 'maven', 'go', 'push-images'],
    },
  },
};
