/** A platform that providers are built for. */
export interface Platform {
  /** Terraform's name of it: `linux_amd64`. */
  readonly name: string;
  readonly os: 'darwin' | 'linux' | 'windows';
  readonly arch: 'amd64' | 'arm64';
  /** npm package with Bun's executable for it. */
  readonly basePackage: string;
  /** Bun's name of it as a target: `bun-linux-x64`. */
  readonly target: string;
  /** File extension of programs. */
  readonly suffix: '' | '.exe';
}

const platform = (os: Platform['os'], arch: Platform['arch']): Platform => ({
  name: `${os}_${arch}`,
  os,
  arch,
  basePackage: `@oven/bun-${os}-${arch === 'amd64' ? 'x64' : 'aarch64'}`,
  target: `bun-${os}-${arch === 'amd64' ? 'x64' : 'arm64'}`,
  suffix: os === 'windows' ? '.exe' : '',
});

/** All platforms, in the order of their names. */
export const PLATFORMS: readonly Platform[] = (['darwin', 'linux', 'windows'] as const).flatMap((os) => [
  platform(os, 'amd64'),
  platform(os, 'arm64'),
]);

/** The platform of this process. Throws if no provider is built for it. */
export function hostPlatform(): Platform {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  const found = PLATFORMS.find(({ name }) => name === `${os}_${arch}`);
  if (!found) throw new Error(`No provider is built for ${process.platform} on ${process.arch}.`);
  return found;
}
