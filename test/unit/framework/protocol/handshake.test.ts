import { describe, expect, it } from 'vitest';
import type { Address } from '../../../../framework/protocol/address';
import { handshakeLine, startedByHand, startedByHost } from '../../../../framework/protocol/handshake';

const address: Address = { network: 'unix', text: '/tmp/x/plugin', remove: () => {} };

describe('handshakeLine', () => {
  it.each([
    ['no certificate and no wish', undefined, {}, '1|6|unix|/tmp/x/plugin|grpc|'],
    ['a certificate of three bytes', Buffer.from('abc'), {}, '1|6|unix|/tmp/x/plugin|grpc|YWJj'],
    ['a certificate that base64 would pad', Buffer.from('abcd'), {}, '1|6|unix|/tmp/x/plugin|grpc|YWJjZA'],
    ['the standard alphabet', Buffer.of(0xfb, 0xff, 0xfe), {}, '1|6|unix|/tmp/x/plugin|grpc|+//+'],
    [
      'a host that could share connections',
      undefined,
      { PLUGIN_MULTIPLEX_GRPC: 'true' },
      '1|6|unix|/tmp/x/plugin|grpc||false',
    ],
  ])('with %s', (_what, certificate, env, expected) => {
    expect(handshakeLine(address, certificate, env)).toBe(expected);
  });
});

describe('startedByHost', () => {
  it.each([
    [{}, false],
    [{ TF_PLUGIN_MAGIC_COOKIE: '' }, false],
    [{ TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2' }, true],
  ])('%j: %s', (env, expected) => {
    expect(startedByHost(env)).toBe(expected);
  });
});

it('a person who starts it reads how it is used', () => {
  expect(
    startedByHand({ typeName: 'fake', source: 'example/fake' }),
  ).toBe(`This is a provider of Terraform and OpenTofu. It is not meant to be run by hand.

Name it in your configuration and let "terraform init" or "tofu init" install it:

  terraform {
    required_providers {
      fake = {
        source = "example/fake"
      }
    }
  }

To keep one provider running, with the environment that it is started with, for several commands of a pipeline, which is faster:

  PROGRAM attach -- sh -c 'terraform plan -out=plan && terraform apply plan'

To run it under a debugger, start it with --debug: it prints how to attach Terraform to it. With --version it prints its address and version.
`);
});
