import { pinned } from './actions';
import { checkout, expression, LIMIT_MINUTES, setupNode } from './steps';

/**
 * Checks weekly for known vulnerabilities of everything that ships, and for packages that the registry marks as deprecated. Both ask others,
 * so no commit depends on them.
 */
export const dependencies = {
  name: 'dependencies',
  on: { schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} },
  permissions: { contents: 'read' },
  jobs: {
    check: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.short,
      steps: [
        checkout,
        setupNode,
        { run: 'npm ci' },
        { run: 'scripts/workflows/image-packages.sh emulator/Dockerfile > image.txt' },
        { run: 'scripts/workflows/check-dependencies.sh image.txt', env: { GH_TOKEN: expression('github.token') } },
      ],
    },
  },
};

/** Scans for security flaws. */
export const codeScanning = {
  name: 'code-scanning',
  on: { push: { branches: ['main'] }, pull_request: {}, schedule: [{ cron: '43 4 * * 3' }] },
  permissions: { contents: 'read' },
  jobs: {
    analyze: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.release,
      permissions: { contents: 'read', 'security-events': 'write' },
      strategy: { 'fail-fast': false, matrix: { language: ['javascript-typescript', 'go', 'python', 'actions'] } },
      steps: [
        checkout,
        {
          uses: pinned('github/codeql-action', 'init'),
          with: { languages: expression('matrix.language'), 'build-mode': 'none', queries: 'security-extended' },
        },
        {
          uses: pinned('github/codeql-action', 'analyze'),
          with: { category: `/language:${expression('matrix.language')}` },
        },
      ],
    },
  },
};

const inGroups = {
  schedule: { interval: 'weekly', day: 'monday' },
  'open-pull-requests-limit': 5,
  groups: { all: { patterns: ['*'] } },
};

/** Folders with what an ecosystem has pinned. A test compares them with the files in the tree. */
const PINNED_IN: Readonly<Record<string, readonly string[]>> = {
  npm: ['/', '/test/support/csharp', '/test/support/python-types'],
  pip: [
    '/scripts/workflows',
    '/test/support/s3-clients',
    '/test/support/pytest',
    '/test/support/python-types',
    '/examples/constructs/python',
  ],
  gomod: [
    '/test/conformance',
    '/test/clients/go',
    '/bench/peer/provider',
    '/bench/peer/stand-in',
    '/examples/constructs/go',
    '/examples/emulator-tests/go',
  ],
  maven: ['/test/clients/java', '/examples/constructs/java'],
  cargo: ['/test/clients/rust'],
  docker: ['/emulator', '/provider'],
  'github-actions': ['/'],
};

/**
 * Updates of what is pinned, one pull request for each ecosystem and week, which `build.yml` tests. projen takes the exact pins of the
 * checkout from package.json, where Dependabot raises them. An action is raised in a workflow; its new commit goes into
 * `projenrc/workflows/actions.ts`, or the build says that generated files are not fresh.
 */
export const dependabot = {
  version: 2,
  updates: Object.entries(PINNED_IN).map(([ecosystem, directories]) => ({
    'package-ecosystem': ecosystem,
    directories,
    ...inGroups,
    ...(ecosystem === 'npm' && { 'versioning-strategy': 'increase' }),
  })),
};
