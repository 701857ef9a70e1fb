import { expect, it } from 'vitest';
import { Emulator } from '../../../emulator';
import * as coffer from '../../../src';
import { runExample } from '../../host/src/run-example';
import { codeOf, readPage } from '../../unit/repository/docs/markdown';
import { deploy } from './deployment';

it('a bucket whose construct is renamed as the page says stays', async () => {
  await using emulator = await Emulator.start();
  const maxSize = coffer.Size.gibibytes(5);
  const deployment = await deploy(emulator, (stack) => new coffer.Bucket(stack, 'Uploads', { maxSize }));
  const before = emulator.inspect.buckets().map(({ id }) => id);
  const [renaming = ''] = codeOf(readPage('docs/constructs/concepts.md'), 'ts').filter((code) =>
    /moveFromId/.test(code),
  );

  await deployment.change((stack) => runExample(renaming, { ...coffer, stack }));

  expect(emulator.inspect.buckets().map(({ id }) => id)).toEqual(before);
  expect(JSON.parse(await deployment.readState())).toMatchObject({
    resources: [{ name: expect.stringMatching(/^Files_/) }],
  });
});
