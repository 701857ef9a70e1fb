import type { Address } from './address';
import { PROTOCOL_VERSION } from './handshake';

const REGISTRIES = ['registry.terraform.io', 'registry.opentofu.org'];

/** The environment variable in which hosts look for providers that are already running. */
export const REATTACH_VARIABLE = 'TF_REATTACH_PROVIDERS';

/**
 * The value of {@link REATTACH_VARIABLE} that makes a host use this process. Keeps the other providers in `given`, the current value, which may be
 * empty. Throws if that is not a JSON object. `source` is the provider's address without a host: `hashicorp/random`.
 */
export function reattachValue(source: string, address: Omit<Address, 'remove'>, pid: number, given = ''): string {
  const config = {
    Protocol: 'grpc',
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: pid,
    Test: true, // the host neither starts nor stops the process
    Addr: { Network: address.network, String: address.text },
  };
  return JSON.stringify({
    ...readGiven(given),
    [source]: undefined, // this provider, too: a host takes either
    ...Object.fromEntries(REGISTRIES.map((registry) => [`${registry}/${source}`, config])),
  });
}

function readGiven(text: string): object {
  if (text === '') return {};
  const problem = `${REATTACH_VARIABLE} must hold a JSON object; unset it or correct it.`;
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
  } catch (error) {
    throw new Error(problem, { cause: error });
  }
  throw new Error(problem);
}

/** The text for a developer in debug mode, quoted for a POSIX shell. Its value of the variable has no other providers. */
export function reattachText(source: string, address: Address, pid: number): string {
  return `Provider started. To use it, run terraform or tofu with this variable:

\t${REATTACH_VARIABLE}='${reattachValue(source, address, pid)}'

Ctrl-C ends it.
`;
}
