import { pinned } from './actions';
import { checkout, expression, LIMIT_MINUTES, setupNode } from './steps';

/**
 * Checks weekly for known vulnerabilities and for packages that the registry marks as deprecated. Both need the registry, so no
 * commit depends on them.
 */
export const dependencies = {
  name: 'dependencies',
  on: { schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} },
  permissions: { contents: 'read' },
  jobs: {
    check: {
      'runs-on': 'ubuntu-24.04',
      'timeout-minutes': LIMIT_MINUTES.short,
      steps: [checkout, setupNode, { run: 'scripts/workflows/check-dependencies.sh' }],
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

const weekly = { interval: 'weekly', day: 'monday' };
const inGroups = { 'open-pull-requests-limit': 5, groups: { all: { patterns: ['*'] } } };

/**
 * Updates of dependencies that no other file pins. The checkout's own are pinned in `.projenrc.ts`, so only its lock file is
 * updated here. Actions are pinned in `projenrc/workflows/actions.ts`.
 */
export const dependabot = {
  version: 2,
  updates: [
    {
      'package-ecosystem': 'npm',
      directory: '/',
      schedule: weekly,
      'versioning-strategy': 'lockfile-only',
      ...inGroups,
    },
    ...['/scripts/twin', '/bench/s3rver', '/examples/constructs/cdk-terrain'].map((directory) => ({
      'package-ecosystem': 'npm',
      directory,
      schedule: weekly,
      ...inGroups,
    })),
    ...['/test/support/s3-clients', '/examples/constructs/python'].map((directory) => ({
      'package-ecosystem': 'pip',
      directory,
      schedule: weekly,
      ...inGroups,
    })),
    ...['/test/conformance', '/bench/peer/provider', '/examples/constructs/go'].map((directory) => ({
      'package-ecosystem': 'gomod',
      directory,
      schedule: weekly,
      ...inGroups,
    })),
    { 'package-ecosystem': 'docker', directory: '/', schedule: weekly },
  ],
};
