import { pinned } from './actions';

/** Versions of what workflows install beside the checkout. */
export const TOOLS = {
  node: '22.23.3',
  go: '1.26',
  java: '17',
  python: '3.12',
  terraform: '1.11.4',
  newestTerraform: '1.15.5',
};

/** A job stays that long at most, in minutes. */
export const LIMIT_MINUTES = { build: 90, release: 60, short: 20 };

/** What a workflow computes when it runs. */
export const expression = (text: string) => `\${{ ${text} }}`;

/** A secret of the job's environment. */
export const secret = (name: string) => expression(`secrets.${name}`);

/** A variable of the repository. */
export const variable = (name: string) => expression(`vars.${name}`);

/** Where what a release is made with comes from, when apt does not have it. */
export const downloads = { COFFER_DEBIAN_ARCHIVE: variable('DEBIAN_ARCHIVE') };

export interface Step {
  readonly [name: string]: unknown;
}

/** No token stays behind in the checkout. */
export const checkout: Step = { uses: pinned('actions/checkout'), with: { 'persist-credentials': false } };

/** No cache: a cache that a pull request has written could reach a release. */
export const setupNode: Step = {
  uses: pinned('actions/setup-node'),
  with: { 'node-version': TOOLS.node, 'package-manager-cache': false },
};

export const setupTerraform = (version: string): Step => ({
  uses: pinned('hashicorp/setup-terraform'),
  // The wrapper would print the output of every command twice.
  with: { terraform_version: version, terraform_wrapper: false },
});

/** Everything that `.ci/run` and a release need. */
export const setUp: readonly Step[] = [
  checkout,
  setupNode,
  { uses: pinned('actions/setup-python'), with: { 'python-version': TOOLS.python } },
  { uses: pinned('actions/setup-go'), with: { 'go-version': TOOLS.go, cache: false } },
  { uses: pinned('actions/setup-java'), with: { distribution: 'temurin', 'java-version': TOOLS.java } },
  setupTerraform(TOOLS.terraform),
];

export const upload = (name: string, path: string): Step => ({
  uses: pinned('actions/upload-artifact'),
  with: { name, path, 'if-no-files-found': 'error', 'retention-days': 7 },
});

export const download = (name: string, path: string): Step => ({
  uses: pinned('actions/download-artifact'),
  with: { name, path },
});
