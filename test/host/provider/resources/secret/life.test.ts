import { expect, it } from 'vitest';
import { idOf, shareSecrets, TYPE } from './support';

const { bench, create } = shareSecrets();

it('P5: shows an import block for a taken name', async () => {
  const first = await create({ value: 'v' });

  const { kept, diagnostics } = await bench.host.apply(TYPE, { name: 'a', value: 'v' });

  expect(kept).toBeNull();
  expect(diagnostics[0]?.detail).toContain(
    `import {\n  to = coffer_secret.ADDRESS # of this resource, as it stands after "with" above\n  id = "${idOf(first)}"\n}`,
  );
});

const tellsTakeOver = (version: string, next: string) =>
  `The import stores value_wo_version = "${version}" in the state and sends nothing, so the secret keeps its value. To send value_wo, ` +
  `apply the import, then set value_wo_version = "${next}" and apply again.`;

it.each<[config: Record<string, string>, after: string]>([
  [{ value: 'v' }, 'The apply that imports it sends value.'],
  [{ value_wo: 'v', change_detection: 'fingerprint' }, 'The apply that imports it sends value_wo.'],
  [{ value_wo: 'v' }, `Set value_wo_version = "1" with the import. ${tellsTakeOver('1', '2')}`],
  [{ value_wo: 'v', value_wo_version: '9' }, tellsTakeOver('9', '10')],
  [{ value_wo: 'v', value_wo_version: '999999999999999' }, tellsTakeOver('999999999999999', '1000000000000000')],
  [{ value_wo: 'v', value_wo_version: '1000000000000000' }, tellsTakeOver('1000000000000000', '1000000000000000-2')],
  [{ value_wo: 'v', value_wo_version: 'may' }, tellsTakeOver('may', 'may-2')],
])('P12: the import block for %o says how to send the value', async (config, after) => {
  await create({ value: 'first' });

  const { diagnostics } = await bench.host.apply(TYPE, { name: 'a', ...config });

  expect(diagnostics[0]?.detail?.split('\n}\n\n').at(-1)).toBe(after);
});

it('prefers the project of the resource to that of the provider', async () => {
  const { diagnostics } = await bench.host.apply(TYPE, { name: 'a', value: 'v', project_id: 'not-ours' });

  expect(diagnostics).toMatchObject([{ severity: 'error', summary: 'Cannot create coffer_secret' }]);
  expect(diagnostics[0]?.detail).toContain('403');
});

it('replaces a secret that moves to another project', async () => {
  const kept = await create({ value: 'v' });

  expect(await bench.host.plan(TYPE, { name: 'a', value: 'v', project_id: 'other' }, kept)).toMatchObject({
    action: 'replace',
    replaced: ['project_id'],
  });
});
