import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { bundleProvider } from '../../../scripts/packages/provider-bundle';
import { inRoot } from '../../../scripts/support/paths';

it('the provider starts without undici and zod, which two of three processes do not need', async () => {
  const { metafile } = await build({
    entryPoints: [inRoot('provider/main.ts')],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: inRoot('dist/unused'),
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const entry = Object.keys(metafile.outputs).find((file) => metafile.outputs[file]?.entryPoint !== undefined) ?? '';
  const loaded = new Set([entry]);
  // The set grows during the loop: the static imports of the entry, and the imports of those.
  for (const file of loaded) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') loaded.add(path);
    }
  }

  const packages = [...loaded]
    .flatMap((file) => Object.keys(metafile.outputs[file]?.inputs ?? {}))
    .flatMap((input) => /node_modules\/((?:@[\w-]+\/)?[\w-]+)/.exec(input)?.[1] ?? []);

  expect([...new Set(packages)].sort()).toEqual(['@bufbuild/protobuf', '@msgpack/msgpack']);
});

it('the program contains only the used parts of undici, not its index, which loads all of it', async () => {
  const { inputs } = await bundleProvider();

  const parts = Object.keys(inputs).flatMap((input) => /node_modules\/undici\/(.+)$/.exec(input)?.[1] ?? []);
  expect(parts).toContain('lib/dispatcher/pool.js');
  expect(parts).not.toContain('index.js');
  expect(parts.filter((part) => /fetch\/index|websocket\/websocket|mock/.test(part))).toEqual([]);
});
