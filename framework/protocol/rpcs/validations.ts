/* RPCs that check a block of configuration. They need no configured provider, send no request, and respond with diagnostics, also of an exception. */

import type { Diagnosed } from '../../server/messages';
import type { ProviderServer } from '../../server/provider-server';
import { fromDynamicValue } from '../from-wire';
import * as wire from '../generated/tfplugin6';
import { defineRpc } from '../rpc';
import { toDiagnostics } from '../to-wire';

const checking = <Request>(check: (server: ProviderServer, request: Request) => Diagnosed) => ({
  handle: (server: ProviderServer, request: Request) => ({
    diagnostics: toDiagnostics(check(server, request).diagnostics),
  }),
  failed: (diagnostics: wire.Diagnostic[]) => ({ diagnostics }),
});

const checkingType = (
  typeOf: `${'dataSource' | 'ephemeralResource' | 'listResource' | 'action'}Type`,
  validate: `validate${'DataResource' | 'EphemeralResource' | 'ListResource' | 'Action'}Config`,
) =>
  checking((server, { typeName, config }: wire.ValidateDataResourceConfig_Request) =>
    server[validate]({ typeName, config: fromDynamicValue(config, server[typeOf](typeName)) }),
  );

export const validateProviderConfig = defineRpc({
  name: 'ValidateProviderConfig',
  request: wire.ValidateProviderConfig_Request,
  response: wire.ValidateProviderConfig_Response,
  ...checking((server, { config }: wire.ValidateProviderConfig_Request) =>
    server.validateProviderConfig({ config: fromDynamicValue(config, server.configType) }),
  ),
});

/** Checks the block of a resource. The request also says whether the host knows write-only attributes. */
export const validateResourceConfig = defineRpc({
  name: 'ValidateResourceConfig',
  request: wire.ValidateResourceConfig_Request,
  response: wire.ValidateResourceConfig_Response,
  ...checking((server, { typeName, config, clientCapabilities }: wire.ValidateResourceConfig_Request) =>
    server.validateResourceConfig({
      typeName,
      config: fromDynamicValue(config, server.resourceType(typeName)),
      writeOnlyAttributesAllowed: clientCapabilities?.writeOnlyAttributesAllowed ?? false,
    }),
  ),
});

export const validateDataResourceConfig = defineRpc({
  name: 'ValidateDataResourceConfig',
  request: wire.ValidateDataResourceConfig_Request,
  response: wire.ValidateDataResourceConfig_Response,
  ...checkingType('dataSourceType', 'validateDataResourceConfig'),
});

export const validateEphemeralResourceConfig = defineRpc({
  name: 'ValidateEphemeralResourceConfig',
  request: wire.ValidateEphemeralResourceConfig_Request,
  response: wire.ValidateEphemeralResourceConfig_Response,
  ...checkingType('ephemeralResourceType', 'validateEphemeralResourceConfig'),
});

export const validateListResourceConfig = defineRpc({
  name: 'ValidateListResourceConfig',
  request: wire.ValidateListResourceConfig_Request,
  response: wire.ValidateListResourceConfig_Response,
  ...checkingType('listResourceType', 'validateListResourceConfig'),
});

export const validateActionConfig = defineRpc({
  name: 'ValidateActionConfig',
  request: wire.ValidateActionConfig_Request,
  response: wire.ValidateActionConfig_Response,
  ...checkingType('actionType', 'validateActionConfig'),
});
