import { join } from 'node:path';
import { expect, test } from 'vitest';
import { executableIn, installationOf } from '../../../bench/provider/installation';

test('an executable in a mirror tells mirror and version', () => {
  const mirror = join('/somewhere', 'mirror');
  const executable = executableIn(mirror, '1.2.3', 'linux_amd64');

  expect(installationOf(executable)).toEqual({ executable, mirror, version: '1.2.3' });
});

test('refuses an executable that is in no mirror', () => {
  expect(() => installationOf('/usr/bin/terraform-provider-coffer')).toThrow('is not laid out as a filesystem mirror');
});
