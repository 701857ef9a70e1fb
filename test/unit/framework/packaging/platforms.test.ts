import { expect, it, onTestFinished } from 'vitest';
import { hostPlatform, PLATFORMS } from '../../../../framework/packaging/platforms';

/** The platform of this process on another machine. */
function on(platform: string, arch: string) {
  const now = [Object.getOwnPropertyDescriptor(process, 'platform'), Object.getOwnPropertyDescriptor(process, 'arch')];
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', now[0] as PropertyDescriptor);
    Object.defineProperty(process, 'arch', now[1] as PropertyDescriptor);
  });
  Object.defineProperty(process, 'platform', { value: platform, configurable: true });
  Object.defineProperty(process, 'arch', { value: arch, configurable: true });
  return hostPlatform();
}

it('Node is on the platform that Terraform and npm name in their way, and no provider is built for others', () => {
  expect(on('win32', 'x64')).toMatchObject({
    name: 'windows_amd64',
    basePackage: '@oven/bun-windows-x64',
    suffix: '.exe',
  });
  expect(on('linux', 'arm64')).toMatchObject({ name: 'linux_arm64', target: 'bun-linux-arm64', suffix: '' });
  expect(PLATFORMS.map(({ os, arch }) => `${os}_${arch}`)).toEqual(PLATFORMS.map(({ name }) => name));
  for (const [platform, arch] of [
    ['freebsd', 'x64'],
    ['linux', 'ia32'],
  ] as const)
    expect(() => on(platform, arch)).toThrow(`No provider is built for ${platform} on ${arch}.`);
});
