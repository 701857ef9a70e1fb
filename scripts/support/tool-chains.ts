import { stripVTControlCharacters } from 'node:util';
import { run } from './run';
import { findTerraform, identifyTerraform } from './terraform';
import { findOpenTofu, installTerraform, NEWEST, openTofuArchive, PYTHON } from './terraform-versions';

/** Version prefix of the oldest Terraform that the provider is tested with. */
const OLDEST = '1.11.';

/** Every tool chain that tests use, in addition to Node and npm packages: returns the version, or rejects if it is not on this machine. */
const TOOL_CHAINS = {
  'oldest Terraform': oldestTerraform,
  'newest Terraform': async () => (await identifyTerraform(await installTerraform(NEWEST))).version,
  Go: () => firstLine('go', ['version']),
  Python: () => firstLine(PYTHON, ['-c', 'import venv, pip, sys; print(sys.version)']),
  Java: () => firstLine('mvn', ['--version']),
  strace,
  gpg: () => firstLine('gpg', ['--version']),
  'QEMU for ARM64': () => firstLine('qemu-aarch64', ['--version']),
  'QEMU for x86-64': () => firstLine('qemu-x86_64', ['--version']),
  'chroot with BusyBox': chroot,
  OpenTofu: async () => (await findOpenTofu()).version,
  Garage: () => firstLine('garage', ['--version']),
  '.NET': () => firstLine('dotnet', ['--version']),
} satisfies Readonly<Record<string, () => Promise<string>>>;

/** Those that are only reported if they are missing; without any other, everything fails with `CI=true`. */
const OPTIONAL: readonly string[] = ['Garage', '.NET', ...(openTofuArchive() === undefined ? ['OpenTofu'] : [])];

/** Arguments of `unshare` for separate mount and process namespaces; a user other than root becomes root in them. */
export const NAMESPACES = ['--mount', '--pid', '--fork', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])];

export type ToolChainName = keyof typeof TOOL_CHAINS;

/** A tool chain on this machine: its version, or why it cannot be used. */
export interface FoundToolChain {
  readonly name: ToolChainName;
  readonly required: boolean;
  readonly version?: string;
  readonly missing?: string;
}

export async function findToolChain(name: ToolChainName): Promise<FoundToolChain> {
  const required = !OPTIONAL.includes(name);
  try {
    return { name, required, version: await TOOL_CHAINS[name]() };
  } catch (error) {
    return { name, required, missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

export const findToolChains = (): Promise<FoundToolChain[]> =>
  Promise.all((Object.keys(TOOL_CHAINS) as ToolChainName[]).map(findToolChain));

async function oldestTerraform(): Promise<string> {
  const { path, product, version } = await findTerraform();
  if (product !== 'Terraform' || !version.startsWith(OLDEST)) {
    throw new Error(`${path} is ${product} ${version}, not Terraform ${OLDEST}x`);
  }
  return version;
}

/** It may be installed but not allowed to trace, as in some containers. */
async function strace(): Promise<string> {
  await firstLine('strace', ['-o', '/dev/null', 'true']);
  return firstLine('strace', ['--version']);
}

/** Namespaces may be forbidden in some containers. */
async function chroot(): Promise<string> {
  await firstLine('unshare', [...NAMESPACES, 'true']);
  return firstLine('busybox', ['--help']);
}

async function firstLine(program: string, args: readonly string[]): Promise<string> {
  const { code, stdout } = await run(program, args);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}`);
  return stripVTControlCharacters(stdout).split('\n')[0]?.trim() ?? '';
}
