import { LocalBackend, TerraformOutput, TerraformStack } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, CofferProvider, Size } from '../../../src';
import { makeApp, makeStack, synthApp, warningsBelow } from './support';

/** A stack in a stack, and a bucket in the outer one that the inner one refers to. */
function nest(prepare: (outer: TerraformStack) => void = () => undefined, refer = true) {
  const app = makeApp();
  const outer = new TerraformStack(app, 'outer');
  prepare(outer);
  const inner = makeStack(app, 'beside');
  const nested = new TerraformStack(outer, 'inner');
  for (const stack of [outer, nested]) new CofferProvider(stack, 'coffer');
  const bucket = new Bucket(outer, 'Uploads', { maxSize: Size.bytes(1) });
  new Bucket(nested, 'Uploads', { maxSize: Size.bytes(1) });
  if (refer) new TerraformOutput(nested, 'alias', { value: bucket.alias });
  new Bucket(inner, 'Uploads', { maxSize: Size.bytes(1) });
  const code = synthApp(app);
  return { warnings: warningsBelow(app), inner: JSON.parse(code.inner ?? '{}'), outer: JSON.parse(code.outer ?? '{}') };
}

const stateRead = (code: { data: { terraform_remote_state: Record<string, { config: object }> } }) =>
  Object.values(code.data.terraform_remote_state).map(({ config }) => config);

test('a stack that the backend of an inner one leaves without a backend is warned about', () => {
  const { warnings, outer } = nest((stack) => {
    new LocalBackend(new TerraformStack(stack, 'first'), { path: 'first.tfstate' });
  }, false);

  expect(outer.terraform.backend).toBeUndefined();
  expect(warnings).toEqual([
    'stack "outer" holds stack "outer/first", whose backend the frameworks take for that of both, so its own state is in the folder of the ' +
      'synthesized code: define the stacks beside each other, or give the outer one a backend of its own',
  ]);
});

test('nested stacks are nobody’s business where each has its state', () => {
  const prepare = (outer: TerraformStack) => void new LocalBackend(outer, { path: 'outer.tfstate' });

  expect(nest(prepare).warnings).toEqual([]);
  expect(stateRead(nest(prepare).inner)).toMatchObject([{ path: 'outer.tfstate' }]);
  expect(nest(undefined, false).warnings).toEqual([]);
});
