import { expect, it, onTestFinished } from 'vitest';
import { hostPlatform, PLATFORMS } from '../../../../framework/packaging/platforms';

it('each platform has the names of Terraform, of Bun and of npm', () => {
  expect(PLATFORMS.map(({ name, basePackage, target, suffix }) => [name, basePackage, target, suffix])).toEqual([
    ['darwin_amd64', '@oven/bun-darwin-x64', 'bun-darwin-x64', ''],
    ['darwin_arm64', '@oven/bun-darwin-aarch64', 'bun-darwin-arm64', ''],
    ['linux_amd64', '@oven/bun-linux-x64', 'bun-linux-x64', ''],
    ['linux_arm64', '@oven/bun-linux-aarch64', 'bun-linux-arm64', ''],
    ['windows_amd64', '@oven/bun-windows-x64', 'bun-windows-x64', '.exe'],
    ['windows_arm64', '@oven/bun-windows-aarch64', 'bun-windows-arm64', '.exe'],
  ]);
  expect(PLATFORMS.map(({ os, arch }) => `${os}_${arch}`)).toEqual(PLATFORMS.map(({ name }) => name));
});

/** This process on another platform, until the end of the test. */
function on(platform: string, arch: string): void {
  const now = [Object.getOwnPropertyDescriptor(process, 'platform'), Object.getOwnPropertyDescriptor(process, 'arch')];
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', now[0] as PropertyDescriptor);
    Object.defineProperty(process, 'arch', now[1] as PropertyDescriptor);
  });
  Object.defineProperty(process, 'platform', { value: platform, configurable: true });
  Object.defineProperty(process, 'arch', { value: arch, configurable: true });
}

it.each([
  ['win32', 'x64', 'windows_amd64'],
  ['darwin', 'arm64', 'darwin_arm64'],
  ['linux', 'arm64', 'linux_arm64'],
])('Node on %s, %s, is on %s', (platform, arch, name) => {
  on(platform, arch);

  expect(hostPlatform().name).toBe(name);
});

it.each([
  ['freebsd', 'x64'],
  ['linux', 'ia32'],
])('no provider is built for %s on %s', (platform, arch) => {
  on(platform, arch);

  expect(() => hostPlatform()).toThrow(`No provider is built for ${platform} on ${arch}.`);
});
