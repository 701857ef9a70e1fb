import { expect, it } from 'vitest';
import { reattachValue } from '../../../../framework/protocol/reattach';

const address = { network: 'unix', text: '/run/plugin', remove: () => {} } as const;

it('keeps other providers that are already attached, and not this one without a host', () => {
  const given = { 'registry.terraform.io/hashicorp/other': { Pid: 1 }, 'example/fake': { Pid: 2 } };

  const value = JSON.parse(reattachValue('example/fake', address, 7, JSON.stringify(given)));

  expect(value).toEqual({
    'registry.terraform.io/hashicorp/other': { Pid: 1 },
    'registry.terraform.io/example/fake': expect.objectContaining({ Pid: 7 }),
    'registry.opentofu.org/example/fake': expect.objectContaining({ Pid: 7 }),
  });
});

it.each(['{', '[]', '1', 'null', '""'])('refuses a variable with the text %s', (given) => {
  expect(() => reattachValue('example/fake', address, 7, given)).toThrow(
    new Error('TF_REATTACH_PROVIDERS must hold a JSON object; unset it or correct it.'),
  );
});
