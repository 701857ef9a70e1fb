import { expect, it } from 'vitest';
import { PLATFORMS, type Platform } from '../../../../framework/packaging/platforms';
import { programFiles } from '../../../../framework/packaging/program-files';

const OF = { typeName: 'demo_x', source: 'example/demo', version: '1.2.3' };
const PROGRAM = Buffer.from('program');
const GLIBC = {
  loader: 'ld.so',
  files: [
    { name: 'ld.so', data: Buffer.from('l'), executable: true },
    { name: 'libc', data: Buffer.from('c') },
  ],
};

const platform = (name: string) => PLATFORMS.find((one) => one.name === name) as Platform;

it.each([
  ['linux_amd64', 'terraform-provider-demo_v1.2.3'],
  ['windows_arm64', 'terraform-provider-demo_v1.2.3.exe'],
])('for %s the program is packed as it is', (name, file) => {
  expect(programFiles(OF, platform(name), PROGRAM)).toEqual([{ name: file, data: PROGRAM, executable: true }]);
});

it('for macOS it is signed', () => {
  expect(() => programFiles(OF, platform('darwin_arm64'), PROGRAM)).toThrow('This is no 64-bit Mach-O file.');
});

it.each([
  ['linux_amd64', '/lib64/ld-linux-x86-64.so.2', '/lib/ld-musl-x86_64.so.1'],
  ['linux_arm64', '/lib/ld-linux-aarch64.so.1', '/lib/ld-musl-aarch64.so.1'],
])(
  'with a glibc, a launcher for %s takes that of the system, unless there is none or it is musl’s',
  (name, glibc, musl) => {
    const [launcher, ...others] = programFiles(OF, platform(name), PROGRAM, GLIBC);

    expect(others).toEqual([
      { name: 'lib/terraform-provider-demo', data: PROGRAM, executable: true },
      { name: 'lib/ld.so', data: Buffer.from('l'), executable: true },
      { name: 'lib/libc', data: Buffer.from('c') },
    ]);
    expect(launcher).toMatchObject({ name: 'terraform-provider-demo_v1.2.3', executable: true });
    const text = String(launcher?.data);
    expect(text).toMatch(/^#!\/bin\/sh\n/);
    expect(text).toContain(
      `if [ -z "$DEMO_X_BUNDLED_GLIBC" ] && [ -x ${glibc} ] && [ ! -e ${musl} ] && [ ! -e /etc/NIXOS ]; then\n  exec "$lib/terraform-provider-demo"`,
    );
    expect(text).toContain('exec "$lib/ld.so" --library-path "$lib" "$lib/terraform-provider-demo" "$@"');
  },
);
