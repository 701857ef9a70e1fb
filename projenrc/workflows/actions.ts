/**
 * Every action that a workflow may use, pinned by the commit of its tag. To update one, look up its tag in the action's repository
 * and change both here: Dependabot cannot, because projen writes the workflows.
 */
const ACTIONS = {
  'actions/attest': { tag: 'v4.2.2', commit: '1e69f48acb82d1966a394da916b4c1698aa569d6' },
  'actions/checkout': { tag: 'v7.0.1', commit: '3d3c42e5aac5ba805825da76410c181273ba90b1' },
  'actions/download-artifact': { tag: 'v8.0.1', commit: '3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c' },
  'actions/setup-go': { tag: 'v7.0.0', commit: 'b7ad1dad31e06c5925ef5d2fc7ad053ef454303e' },
  'actions/setup-java': { tag: 'v5.7.0', commit: 'b6effb05e454b25005698d916606bdc6ffcbf961' },
  'actions/setup-node': { tag: 'v7.0.0', commit: '820762786026740c76f36085b0efc47a31fe5020' },
  'actions/setup-python': { tag: 'v7.0.0', commit: '5fda3b95a4ea91299a34e894583c3862153e4b97' },
  'actions/upload-artifact': { tag: 'v7.0.0', commit: 'bbbca2ddaa5d8feaa63e36b76fdaad77386f024f' },
  'docker/build-push-action': { tag: 'v7.3.0', commit: '53b7df96c91f9c12dcc8a07bcb9ccacbed38856a' },
  'docker/setup-buildx-action': { tag: 'v4.3.0', commit: '37fe631027851001ddb9b187196cc803df7f5f0e' },
  'docker/setup-qemu-action': { tag: 'v4.2.0', commit: '96fe6ef7f33517b61c61be40b68a1882f3264fb8' },
  'github/codeql-action': { tag: 'v4.36.2', commit: '8aad20d150bbac5944a9f9d289da16a4b0d87c1e' },
  'hashicorp/setup-terraform': { tag: 'v4.0.1', commit: 'dfe3c3f87815947d99a8997f908cb6525fc44e9e' },
  'opentofu/setup-opentofu': { tag: 'v2.0.2', commit: 'a1320f892987e89d278cc92dc5adc984fb93aca4' },
} as const satisfies Readonly<Record<string, { readonly tag: string; readonly commit: string }>>;

/** Value of `uses` for an action, or for one in a folder of its repository. */
export function pinned(name: keyof typeof ACTIONS, folder?: string): string {
  return `${folder === undefined ? name : `${name}/${folder}`}@${ACTIONS[name].commit}`;
}

/** Commits allowed in `uses`. */
export const PINNED_COMMITS: readonly string[] = Object.values(ACTIONS).map(({ commit }) => commit);
