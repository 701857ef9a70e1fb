import type { Address } from './address';
import { PROTOCOL_VERSION } from './handshake';

/** Where Terraform and OpenTofu look for the provider unless told otherwise. */
const SOURCE_ADDRESSES = ['registry.terraform.io/coffer/coffer', 'registry.opentofu.org/coffer/coffer'];

/** What a developer is told in debug mode: the variable that makes Terraform use this very process. */
export function reattachText(address: Address, pid: number): string {
  const config = {
    Protocol: 'grpc',
    ProtocolVersion: PROTOCOL_VERSION,
    Pid: pid,
    Test: true, // the host neither starts nor stops it
    Addr: { Network: address.network, String: address.text },
  };
  const value = JSON.stringify(Object.fromEntries(SOURCE_ADDRESSES.map((source) => [source, config])));
  return `Provider started. To use it, run terraform or tofu with this variable:

\tTF_REATTACH_PROVIDERS='${value}'

Ctrl-C ends it.
`;
}
