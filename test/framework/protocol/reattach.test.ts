import { expect, it } from 'vitest';
import { reattachValue } from '../../../framework/protocol/reattach';

const address = { network: 'unix', text: '/run/plugin', remove: () => {} } as const;

it('names this process for Terraform and for OpenTofu', () => {
  const value = JSON.parse(reattachValue('example/fake', address, 7));

  const config = {
    Protocol: 'grpc',
    ProtocolVersion: 6,
    Pid: 7,
    Test: true,
    Addr: { Network: 'unix', String: '/run/plugin' },
  };
  expect(value).toEqual({ 'registry.terraform.io/example/fake': config, 'registry.opentofu.org/example/fake': config });
});

it('keeps other providers that are already attached, and not this one without a host', () => {
  const given = { 'registry.terraform.io/hashicorp/other': { Pid: 1 }, 'example/fake': { Pid: 2 } };

  const value = JSON.parse(reattachValue('example/fake', address, 7, JSON.stringify(given)));

  expect(value).toMatchObject({ 'registry.terraform.io/hashicorp/other': { Pid: 1 } });
  expect(Object.keys(value)).toHaveLength(3);
});

it.each(['{', '[]', '1', 'null'])('refuses a variable with the text %s', (given) => {
  expect(() => reattachValue('example/fake', address, 7, given)).toThrow(
    'TF_REATTACH_PROVIDERS must hold a JSON object',
  );
});
