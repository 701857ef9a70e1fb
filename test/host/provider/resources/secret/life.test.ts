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

it('replaces a secret that moves to another project', async () => {
  const kept = await create({ value: 'v' });

  expect(await bench.host.plan(TYPE, { name: 'a', value: 'v', project_id: 'other' }, kept)).toMatchObject({
    action: 'replace',
    replaced: ['project_id'],
  });
});
