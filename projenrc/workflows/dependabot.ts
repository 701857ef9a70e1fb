const inGroups = {
  schedule: { interval: 'weekly', day: 'monday' },
  'open-pull-requests-limit': 5,
  // What was published minutes ago has been looked at by nobody. Fixes of known vulnerabilities come at once all the same.
  cooldown: { 'default-days': 7 },
  groups: { all: { patterns: ['*'] } },
};

/** Folders with what an ecosystem has pinned. A test compares them with the files in the tree. */
const PINNED_IN: Readonly<Record<string, readonly string[]>> = {
  npm: ['/', '/test/real/examples/csharp', '/test/real/examples/python-types'],
  pip: [
    '/scripts/workflows',
    '/test/real/acceptance/s3-clients',
    '/test/real/support/pytest',
    '/test/real/examples/python-types',
    '/examples/constructs/python',
  ],
  gomod: [
    '/test/conformance',
    '/test/clients/go',
    '/test/plugin-testing',
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
