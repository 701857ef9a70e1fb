import { expect, it } from 'vitest';
import { reattachText, reattachValue } from '../../../../framework/protocol/reattach';

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

it('tells a developer the variable, quoted for a shell', () => {
  expect(reattachText('example/fake', address, 7)).toBe(
    `Provider started. To use it, run terraform or tofu with this variable:

\tTF_REATTACH_PROVIDERS='${reattachValue('example/fake', address, 7)}'

Ctrl-C ends it.
`,
  );
});
