import { TerraformVariable } from 'cdktf';
import { expect, test } from 'vitest';
import { Bucket, l1, MaxQuota, Size } from '../../../../src';
import { expr, makeStack } from '../support';
import { findings } from './findings';

test('MaxQuota finds every bucket above the limit, low-level ones and overrides too, at once', () => {
  const stack = makeStack();
  new Bucket(stack, 'Fine', { maxSize: Size.gibibytes(10) });
  new Bucket(stack, 'Large', { maxSize: Size.gibibytes(11) });
  new l1.Bucket(stack, 'Low', { maxSize: 10_737_418_241 });
  new Bucket(stack, 'Huge', { maxSize: Size.bytes(1) }).resource.addOverride('max_size', '9223372036854775807');

  expect(findings(stack, new MaxQuota(Size.gibibytes(10)))).toEqual([
    expect.stringContaining(
      'Bucket "app/Large" has a quota of 11 GiB, which is above 10 GiB: lower "maxSize" (max-quota)',
    ),
    expect.stringContaining('Bucket "app/Low" has a quota of 10737418241 B'),
    expect.stringContaining('Bucket "app/Huge" has a quota of 9223372036854775807 B'),
  ]);
});

test('C14: MaxQuota finds a quota that is unknown at synthesis, and takes none as its limit', () => {
  const stack = makeStack();
  const quota = new TerraformVariable(stack, 'quota', { type: 'number' }).numberValue;
  new Bucket(stack, 'Uploads', { maxSize: Size.bytes(quota) });
  new Bucket(stack, 'Assets', { maxSize: Size.bytes(1) }).resource.addOverride('max_size', expr('var.quota'));

  expect(findings(stack, new MaxQuota(Size.bytes(1)))).toEqual(
    ['Uploads', 'Assets'].map((id) =>
      expect.stringContaining(`"app/${id}" has a quota that is unknown at synthesis, and may be above 1 B`),
    ),
  );
  expect(() => new MaxQuota(Size.bytes(quota))).toThrow('"limit" must be known at synthesis');
});
