import type { Environment, ProviderNames } from '../provider';
import type { Address } from './address';

/** Value of the variable by which a plugin knows that a host started it, and not a person. It is no secret. */
const MAGIC_COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

const CORE_VERSION = 1;

/** Version of Terraform's plugin protocol. Announced even if the host did not offer it: the host then reports the mismatch. */
export const PROTOCOL_VERSION = 6;

/** True if Terraform or OpenTofu started this process. */
export function startedByHost(env: Environment['env']): boolean {
  return env.TF_PLUGIN_MAGIC_COOKIE === MAGIC_COOKIE;
}

export const startedByHand = ({
  typeName,
  source,
}: ProviderNames): string => `This is a provider of Terraform and OpenTofu. It is not meant to be run by hand.

Name it in your configuration and let "terraform init" or "tofu init" install it:

  terraform {
    required_providers {
      ${typeName} = {
        source = "${source}"
      }
    }
  }

To keep one provider running, with the environment that it is started with, for several commands of a pipeline, which is faster:

  PROGRAM attach -- sh -c 'terraform plan -out=plan && terraform apply plan'

To run it under a debugger, start it with --debug: it prints how to attach Terraform to it. With --version it prints its address and version.
`;

/** The handshake line for stdout (plugin protocol, "The handshake line"), without its newline. The certificate is DER; undefined without TLS. */
export function handshakeLine(address: Address, certificate: Uint8Array | undefined, env: Environment['env']): string {
  const fields: (string | number)[] = [
    CORE_VERSION,
    PROTOCOL_VERSION,
    address.network,
    address.text,
    'grpc',
    // The host refuses base64 with padding.
    certificate ? Buffer.from(certificate).toString('base64').replace(/=+$/, '') : '',
  ];
  // Multiplexing is not supported. Hosts that do not know it must not see the field.
  if (env.PLUGIN_MULTIPLEX_GRPC) fields.push('false');
  return fields.join('|');
}
