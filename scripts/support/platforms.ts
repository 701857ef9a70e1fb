/** A platform that the provider is built for. */
export interface Platform {
  /** As Terraform names it. */
  readonly name: string;
  readonly os: 'darwin' | 'linux' | 'windows';
  readonly arch: 'amd64' | 'arm64';
  /** npm package with Bun's program for it. */
  readonly basePackage: string;
  /** What Bun calls it. */
  readonly target: string;
  /** What programs end with. */
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

/** All of them, in the order of their names. */
export const PLATFORMS: readonly Platform[] = (['darwin', 'linux', 'windows'] as const).flatMap((os) => [
  platform(os, 'amd64'),
  platform(os, 'arm64'),
]);

/** The platform of this process. Throws where the provider is not built for it. */
export function hostPlatform(): Platform {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const arch = { x64: 'amd64', arm64: 'arm64' }[process.arch as string];
  const found = PLATFORMS.find(({ name }) => name === `${os}_${arch}`);
  if (!found) throw new Error(`The provider is not built for ${process.platform} on ${process.arch}.`);
  return found;
}
