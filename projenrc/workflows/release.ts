import { IMAGES } from '../names';
import { pinned } from './actions';
import {
  checkout,
  download,
  downloads,
  expression,
  LIMIT_MINUTES,
  secret,
  setUp,
  setupNode,
  setupTerraform,
  TOOLS,
  upload,
} from './steps';

/**
 * A release by tag. The files are built once; the same bytes are tested on every platform, attested, stored in a draft, and
 * published. The draft becomes public last, when everything else with that version is available.
 */

const FOLDER = 'dist/release';
const ARTIFACT = 'release';

/** Folders of the packages for each registry in the release. */
const PACKAGES = {
  npm: `${FOLDER}/npm`,
  python: `${FOLDER}/pypi`,
  java: `${FOLDER}/maven`,
  go: `${FOLDER}/go`,
};

const fetchRelease = download(ARTIFACT, FOLDER);

/** A job that publishes packages to a registry after an approval. */
const publish = (environment: string, permissions: object, steps: readonly object[]) => ({
  needs: ['draft'],
  'runs-on': 'ubuntu-24.04',
  'timeout-minutes': LIMIT_MINUTES.short,
  environment,
  permissions: { contents: 'read', ...permissions },
  steps: [checkout, ...steps],
});

const image = (name: string, file: string, context: string) => [
  {
    id: name.replace(/^.*\//, ''),
    uses: pinned('docker/build-push-action'),
    with: {
      context,
      file,
      platforms: 'linux/amd64,linux/arm64',
      push: true,
      tags: `${name}:${expression('needs.build.outputs.version')}`,
      'build-args': `VERSION=${expression('needs.build.outputs.version')}`,
      labels: [
        `org.opencontainers.image.revision=${expression('github.sha')}`,
        `org.opencontainers.image.created=${expression('github.event.head_commit.timestamp')}`,
      ].join('\n'),
      provenance: 'mode=max',
      sbom: true,
    },
  },
  {
    uses: pinned('actions/attest'),
    with: {
      'subject-name': name,
      'subject-digest': expression(`steps.${name.replace(/^.*\//, '')}.outputs.digest`),
      'push-to-registry': true,
    },
  },
];

/** Tests the archive of the job's own platform. */
const smoke = {
  needs: ['build'],
  'runs-on': expression('matrix.os'),
  'timeout-minutes': LIMIT_MINUTES.short,
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
    fetchRelease,
    { run: `scripts/workflows/start-emulator.sh ${PACKAGES.npm} >> "$GITHUB_ENV"` },
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
    fetchRelease,
    { run: `scripts/workflows/start-emulator.sh ${PACKAGES.npm} >> "$GITHUB_ENV"` },
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
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.build,
      environment: 'release',
      permissions: { contents: 'read', 'id-token': 'write', attestations: 'write' },
      outputs: { version: expression('steps.version.outputs.version') },
      steps: [
        ...setUp,
        { id: 'version', run: `echo "version=\${GITHUB_REF_NAME#v}" >> "$GITHUB_OUTPUT"` },
        { run: 'npm ci' },
        {
          run: `scripts/workflows/make-release.sh "\${GITHUB_REF_NAME#v}"`,
          env: {
            ...downloads,
            GPG_PRIVATE_KEY: secret('GPG_PRIVATE_KEY'),
            GPG_PASSPHRASE: secret('GPG_PASSPHRASE'),
          },
        },
        { uses: pinned('actions/attest'), with: { 'subject-checksums': `${FOLDER}/CHECKSUMS` } },
        upload(ARTIFACT, FOLDER),
      ],
    },
    smoke,
    'smoke-alpine': smokeAlpine,
    draft: {
      needs: ['build', 'smoke', 'smoke-alpine'],
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.short,
      environment: 'release',
      permissions: { contents: 'write' },
      steps: [
        checkout,
        fetchRelease,
        {
          run: `scripts/workflows/draft.sh "$GITHUB_REF_NAME" ${FOLDER}`,
          env: { GH_TOKEN: expression('github.token') },
        },
      ],
    },
    npm: publish('npm', { 'id-token': 'write' }, [
      // Trusted publishing needs npm 11.5.1.
      { uses: pinned('actions/setup-node'), with: { 'node-version': '24', 'package-manager-cache': false } },
      fetchRelease,
      { run: `scripts/workflows/publish-npm.sh ${PACKAGES.npm}` },
    ]),
    pypi: publish('pypi', { 'id-token': 'write' }, [
      fetchRelease,
      { uses: pinned('pypa/gh-action-pypi-publish'), with: { 'packages-dir': PACKAGES.python, 'skip-existing': true } },
    ]),
    maven: publish('maven', {}, [
      setupNode,
      { uses: pinned('actions/setup-java'), with: { distribution: 'temurin', 'java-version': TOOLS.java } },
      fetchRelease,
      {
        run: `scripts/workflows/publib.sh maven ${PACKAGES.java}`,
        env: {
          MAVEN_SERVER_ID: 'central-ossrh',
          MAVEN_USERNAME: secret('MAVEN_USERNAME'),
          MAVEN_PASSWORD: secret('MAVEN_PASSWORD'),
          MAVEN_GPG_PRIVATE_KEY: secret('MAVEN_GPG_PRIVATE_KEY'),
          MAVEN_GPG_PRIVATE_KEY_PASSPHRASE: secret('MAVEN_GPG_PRIVATE_KEY_PASSPHRASE'),
        },
      },
    ]),
    go: publish('go', {}, [
      setupNode,
      fetchRelease,
      {
        run: `scripts/workflows/publib.sh golang ${PACKAGES.go}`,
        env: { GITHUB_TOKEN: secret('GO_GITHUB_TOKEN') },
      },
    ]),
    images: {
      ...publish('release', { packages: 'write', 'id-token': 'write', attestations: 'write' }, [
        fetchRelease,
        { uses: pinned('docker/setup-qemu-action') },
        { uses: pinned('docker/setup-buildx-action') },
        {
          uses: pinned('docker/login-action'),
          with: { registry: 'ghcr.io', username: expression('github.actor'), password: expression('github.token') },
        },
        ...image(IMAGES.emulator, 'emulator/Dockerfile', '.'),
        ...image(IMAGES.provider, 'provider/Dockerfile', FOLDER),
      ]),
      needs: ['build', 'draft'],
    },
    publish: {
      needs: ['npm', 'pypi', 'maven', 'go', 'images'],
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.short,
      environment: 'release',
      permissions: { contents: 'write' },
      steps: [
        {
          run: 'gh release edit "$GITHUB_REF_NAME" --repo "$GITHUB_REPOSITORY" --draft=false',
          env: { GH_TOKEN: expression('github.token') },
        },
      ],
    },
  },
};
